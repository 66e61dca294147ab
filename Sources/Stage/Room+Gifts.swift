import Texts

/// What a gift does, which several widgets show and goals count.
extension Room {
    /// Takes what a gift adds, and notes how far its streak has come.
    mutating func give(
        _ sent: Gift, _ mark: Event.Mark?, id: Text, seq: Int64
    ) throws(Refusal) -> Outcome {
        let outcome =
            if let gift = addition(of: sent, mark, id: id) {
                try give(gift, isReal: mark.isReal, id: id)
            } else {
                Outcome.applied
            }
        if mark.isReal { note(sent, mark, id: id, seq: seq) }
        return outcome
    }

    /// Notes how far a streak has come, and what was reported.
    private mutating func note(_ gift: Gift, _ mark: Event.Mark?, id: Text, seq: Int64) {
        if let part = gift.streak { _ = streaks.note(part, count: gift.count, seq: seq) }
        // A held gift reported when it came.
        if let report = gift.report, mark == nil {
            _ = streaks.note(report, id: id, count: gift.count)
        }
    }

    /// Adds a held event to the waiting events, unless other events report all its gifts or the platform
    /// has deleted its streak.
    mutating func take(_ hold: Hold, id: Text, seq: Int64) -> Outcome {
        let addition = streaks.note(hold, id: id, seq: seq)
        guard addition != 0 else { return .applied }
        held.add(hold, id: id, addition: addition)
        return .skipped(.held)
    }

    /// Looks a gift up in the catalogue of now and takes it.
    private mutating func give(
        _ sent: Gift, isReal: Bool, id: Text
    ) throws(Refusal) -> Outcome {
        let (gift, entry) = lookedUp(sent)
        let outcome = try receive(gift, id: id)
        if isReal { goals.count(gift, foundAs: entry?.key, at: now, in: &context) }
        let isHeard = context.unsettledCues.contains { $0.id == id }
        settleCues()
        let effect = entry?.effect.flatMap {
            effects.receive(
                EffectRequest(id: id, gift: gift, media: $0, isHeard: isHeard), at: now,
                in: &context)
        }
        settleCues()
        // The outcome is the channels', or the ticker's, where there are any.
        let isAlone = !configuration.gifts.enabled && !configuration.ticker.enabled
        return isAlone ? effect ?? outcome : outcome
    }

    private mutating func receive(_ gift: Gift, id: Text) throws(Refusal) -> Outcome {
        let hasTicker = configuration.ticker.enabled
        if configuration.gifts.enabled {
            let outcome = try gifts.receive(gift, id: id, at: now, in: &context)
            // The channels have the gift: if it gets no card, it is shown all the same.
            if hasTicker { _ = ticker.receive(gift, id: id, at: now, in: &context) }
            return outcome
        }
        guard hasTicker else { return .skipped(.disabled) }
        guard let outcome = ticker.receive(gift, id: id, at: now, in: &context) else {
            throw .queueFull(limit: configuration.ticker.queueLimit)
        }
        return outcome
    }

    /// Shows nothing of an event that is blocked. A gift was given all the same.
    mutating func passOver(_ event: Event) -> Outcome {
        if case .gift(let sent, let mark) = event.kind, mark.isReal {
            if let added = addition(of: sent, mark, id: event.id) {
                let (gift, entry) = lookedUp(added)
                goals.count(gift, foundAs: entry?.key, at: now, in: &context)
            }
            note(sent, mark, id: event.id, seq: event.seq)
        }
        return .skipped(.blocked)
    }

    /// Takes what an event brought off the stage and out of the queues, and lets goals go back.
    mutating func takeBack(_ taken: TakenBack) {
        if taken.isStreak {
            streaks.takeBack(taken.id)
            held.remove(streak: taken.id)
            return
        }
        held.remove(taken.id)
        takeBack(taken.id)
        if let given = taken.given {
            let combo = given.combo ?? taken.id
            gifts.takeBack(given.gift.count, of: combo, at: now, in: &context)
            if given.mark.isReal, !given.wasOvertaken { goalsGoBack(by: given.gift, taken.seq) }
        }
        send(.admit)
    }

    private mutating func goalsGoBack(by sent: Gift, _ seq: Int64?) {
        let (gift, entry) = lookedUp(sent)
        goals.uncount(gift, foundAs: entry?.key, givenAs: seq, at: now, in: &context)
    }

    /// Tells combos and effects of one event who of them was heard: an event's sound is, once.
    mutating func settleCues() {
        guard !context.unsettledCues.isEmpty else { return }
        for cue in context.takeUnsettledCues() {
            if cue.cause == .combo { effects.hear(cue.id) } else { gifts.hear(cue.id) }
        }
    }

    /// What a gift adds to what was given before; nil if nothing.
    func addition(of gift: Gift, _ mark: Event.Mark?, id: Text) -> Gift? {
        // Tests and replays belong to no streak.
        guard mark.isReal else { return gift.alone() }
        let growth: Int
        if let part = gift.streak {
            growth = streaks.growth(by: part, count: gift.count)
        } else if let report = gift.report, mark == nil {
            growth = streaks.reports.growth(by: report, id: id, count: gift.count)
        } else {
            return gift.alone()
        }
        return growth > 0 ? gift.alone(count: growth) : nil
    }

    /// A gift as the catalogue of now completes it, and what it has of it.
    func lookedUp(_ sent: Gift) -> (gift: Gift, entry: CatalogueEntry?) {
        let entry = configuration.catalogue.entry(of: sent.present)
        var gift = sent
        gift.present = sent.present.completed(
            by: entry, currency: configuration.sources.currency)
        return (gift, entry)
    }
}
