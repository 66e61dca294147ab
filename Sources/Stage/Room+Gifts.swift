import Texts

/// Applies gifts to a room, where several widgets show them, and goals and leaders count them.
extension Room {
    /// Applies the gifts that an event adds, and records its streak part and report.
    mutating func give(
        _ sent: Gift, _ mark: Event.Mark?, id: Text, seq: Int64
    ) throws(Refusal) -> Outcome {
        let outcome =
            if let gift = addition(of: sent, mark, id: id) {
                try showAndCount(gift, mark, id: id, seq: seq)
            } else {
                Outcome.applied
            }
        if mark.isReal { note(sent, mark, id: id, seq: seq) }
        return outcome
    }

    /// Records a gift's streak part and its report.
    private mutating func note(_ gift: Gift, _ mark: Event.Mark?, id: Text, seq: Int64) {
        if let part = gift.streak { _ = streaks.note(part, count: gift.count, seq: seq) }
        // A held gift's report was recorded when the gift arrived.
        if let report = gift.report, mark == nil {
            _ = streaks.note(report, id: id, first: gift.origin?.with, count: gift.count)
        }
    }

    /// Adds a held event to the waiting events, unless other events report all its gifts or the
    /// platform has deleted its streak.
    mutating func take(_ hold: HeldEvent, id: Text, seq: Int64) -> Outcome {
        let addition = streaks.note(hold, id: id, seq: seq)
        guard addition != 0 else { return .applied }
        held.add(hold, id: id, addition: addition)
        return .skipped(.held)
    }

    /// Completes a gift with the current catalogue, shows it, and counts it.
    private mutating func showAndCount(
        _ sent: Gift, _ mark: Event.Mark?, id: Text, seq: Int64
    ) throws(Refusal) -> Outcome {
        let isReal = mark.isReal
        let (gift, entry) = lookedUp(sent)
        let combo = mayAlert ? gifts.combo(taking: gift, at: now, in: context) : nil
        var choice = alertChoice(
            of: gift, sent: sent, key: entry?.key, combo: combo, original: mark.original, id: id,
            seq: seq)
        if let only = choice, only.rule.isOnly {
            if hasRoom(for: only) {
                if isReal { count(gift, foundAs: entry?.key, seq: seq) }
                return showAlone(only)
            }
            choice = nil
        }
        let outcome = try receive(gift, id: id, seq: seq)
        if isReal { count(gift, foundAs: entry?.key, seq: seq) }
        let hasCombo = context.unsettledCues.contains { $0.id == id }
        settleCues()
        let effect = effectRequest(of: gift, entry, choice, id: id, seq: seq, isHeard: hasCombo)
            .flatMap { effects.receive($0, at: now, in: &context) }
        let isHeard = hasCombo || context.unsettledCues.contains { $0.id == id }
        settleCues()
        showAlert(of: gift, sent: sent, choice, combo: combo, isHeard: isHeard)
        // The outcome is that of the channels or the ticker if they show gifts.
        let isAlone = !configuration.gifts.enabled && !configuration.ticker.enabled
        return isAlone ? effect ?? outcome : outcome
    }

    /// True if a gift may begin an alert of its combo, or update one.
    private var mayAlert: Bool {
        configuration.gifts.enabled
            && !(configuration.alerts.rules.isEmpty && alerts.isEmpty)
    }

    /// Returns the request for the effect of a gift: the film of the rule that was chosen for its alert, or its own
    /// effect.
    private func effectRequest(
        of gift: Gift, _ entry: CatalogueEntry?, _ choice: AlertChoice?, id: Text, seq: Int64,
        isHeard: Bool
    ) -> EffectRequest? {
        var (media, value) = (entry?.effect, gift.item.value ?? 0)
        if let choice, let film = choice.rule.film {
            media = EffectMedia(film, lasting: choice.rule.duration)
            value = Double(choice.subject.facts.worth)
        }
        return media.map {
            EffectRequest(
                id: id, sender: gift.sender, item: gift.item, media: $0,
                seed: Flourish.seed(ofEvent: seq), value: value, isHeard: isHeard)
        }
    }

    private mutating func receive(
        _ gift: Gift, id: Text, seq: Int64
    ) throws(Refusal) -> Outcome {
        let hasTicker = configuration.ticker.enabled
        if configuration.gifts.enabled {
            let outcome = try gifts.receive(gift, id: id, seq: seq, at: now, in: &context)
            // The channels show the gift, so it needs no card.
            if hasTicker { _ = ticker.receive(gift, id: id, seq: seq, at: now, in: &context) }
            return outcome
        }
        guard hasTicker else { return .skipped(.disabled) }
        guard let outcome = ticker.receive(gift, id: id, seq: seq, at: now, in: &context) else {
            throw .queueFull(limit: configuration.ticker.queueLimit)
        }
        return outcome
    }

    /// Counts the gift of a blocked event but does not show the event.
    mutating func passOver(_ event: Event) -> Outcome {
        if case .gift(let sent, let mark) = event.kind, mark.isReal {
            if let added = addition(of: sent, mark, id: event.id) {
                let (gift, entry) = lookedUp(added)
                count(gift, foundAs: entry?.key, seq: event.seq)
            }
            note(sent, mark, id: event.id, seq: event.seq)
        }
        // The end of a clock gives no clock more time.
        if !event.isClockEnd { extendClocks(for: event.kind) }
        return .skipped(.blocked)
    }

    /// Adds a given gift to the goals, to its sender's sums and to the clocks, shown or not. `key` is the key of the
    /// gift's catalogue entry.
    private mutating func count(_ gift: Gift, foundAs key: Text?, seq: Int64) {
        goals.count(gift, foundAs: key, at: now, in: &context)
        leaders.count(gift, seq: seq, at: now, in: context)
        extendClocks(for: gift, foundAs: key)
    }

    /// Retracts an event: its content leaves the stage and the queues, and goals and leaders subtract its
    /// gifts.
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
            if given.mark.isReal, !given.wasOvertaken { takeBack(given.gift, taken.seq) }
        }
        if let other = taken.other { shortenClocks(for: other, givenAs: taken.seq) }
        send(.admit)
    }

    /// Subtracts a retracted gift from goals, leaders and clocks.
    private mutating func takeBack(_ sent: Gift, _ seq: Int64?) {
        let (gift, entry) = lookedUp(sent)
        goals.uncount(gift, foundAs: entry?.key, givenAs: seq, at: now, in: &context)
        leaders.uncount(gift, givenAs: seq, at: now, in: context)
        shortenClocks(for: gift, foundAs: entry?.key, givenAs: seq)
    }

    /// Marks the combo, the effect and the alert of a gift as heard, so that the gift's own sound plays once.
    mutating func settleCues() {
        guard !context.unsettledCues.isEmpty else { return }
        for cue in context.takeUnsettledCues() {
            switch cue.cause {
            case .combo: effects.hear(cue.id)
            case .alert: effects.silence(cue.id)
            default: break
            }
            if cue.cause != .combo, cue.isOfGift { gifts.hear(cue.id) }
            if cue.cause != .alert { alerts.hear(cue.id) }
        }
    }

    /// Returns the gifts that an event adds to earlier ones; nil if it adds none.
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

    /// Returns a gift completed with the current catalogue, and its catalogue entry.
    func lookedUp(_ sent: Gift) -> (gift: Gift, entry: CatalogueEntry?) {
        let entry = configuration.catalogue.entry(of: sent.item)
        var gift = sent
        gift.item = sent.item.completed(
            by: entry, currency: configuration.sources.currency)
        return (gift, entry)
    }

    /// Returns a notice completed with the current catalogue, and the key of its catalogue entry.
    func lookedUp(_ sent: Notice) -> (notice: Notice, key: Text?) {
        let entry = sent.item.flatMap(configuration.catalogue.entry)
        var notice = sent
        notice.item = sent.item?.completed(by: entry, currency: configuration.sources.currency)
        return (notice, entry?.key)
    }
}
