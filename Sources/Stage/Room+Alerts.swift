import Texts
import Timeline

/// Lets the rules of the room's configuration choose the alerts of events, and shows events that are alerts alone.
extension Room {
    /// Returns the alert that the rules choose for a gift. Nil: no rule makes one, or the gift's combo had one of the
    /// same rules. `sent` is the gift before the catalogue completed it; `key` is the key of its entry.
    func alertChoice(
        of gift: Gift, sent: Gift, key: Text?, combo: Combo?, original: Text?, id: Text, seq: Int64
    ) -> AlertChoice? {
        let alerts = configuration.alerts
        guard alerts.enabled, !alerts.rules.isEmpty, gift.origin?.with == nil else { return nil }
        let own = configuration.sources.currency
        let facts = EventFacts(gift, key: key, currency: own)
        let whole = combo.map { facts.combined(with: $0) } ?? facts
        let group = alerts.group(for: facts, combined: whole, in: configuration.catalogue)
        guard let first = group.first, let rule = group.chosen(for: seq) else { return nil }
        if let combo, combo.alerted.contains(first.condition), !first.isOnly { return nil }
        let seen = rule.isOnly ? facts : whole
        let (item, count) = (rule.isOnly ? nil : combo?.item, seen.count ?? gift.count)
        let subject = AlertSubject(
            id: id, seq: seq, sender: gift.sender, facts: seen,
            amount: (item ?? gift.item).amount(of: count, sent: sent.item.value, own: own),
            tier: configuration.tier(of: item ?? gift.item, count: count), original: original,
            message: shownMessage(gift.message),
            combo: configuration.gifts.enabled ? combo?.id ?? id : nil)
        return AlertChoice(rule: rule, subject: subject)
    }

    /// Returns the alert that the rules choose for a call; nil if no rule makes one.
    private func alertChoice(
        ofCallFrom person: Person, _ origin: Origin?, _ event: Event
    ) -> AlertChoice? {
        guard origin?.with == nil else { return nil }
        return alertChoice(
            AlertSubject(
                id: event.id, seq: event.seq, sender: person, facts: EventFacts(callFrom: origin),
                amount: nil, tier: 0, original: event.kind.original))
    }

    /// Returns the alert that the rules choose for a notice; nil if no rule makes one.
    private func alertChoice(of sent: Notice, _ event: Event) -> AlertChoice? {
        guard sent.origin?.with == nil else { return nil }
        let own = configuration.sources.currency
        let (notice, key) = lookedUp(sent)
        let count = notice.count ?? 1
        return alertChoice(
            AlertSubject(
                id: event.id, seq: event.seq, sender: notice.sender,
                facts: EventFacts(notice, key: key, currency: own),
                amount: notice.item.flatMap {
                    $0.amount(of: count, sent: sent.item?.value, own: own)
                },
                tier: notice.item.map { configuration.tier(of: $0, count: count) } ?? 0,
                original: event.kind.original, title: notice.title,
                message: shownMessage(notice.message)))
    }

    private func alertChoice(_ subject: AlertSubject) -> AlertChoice? {
        let alerts = configuration.alerts
        guard alerts.enabled else { return nil }
        let group = alerts.group(
            for: subject.facts, combined: subject.facts, in: configuration.catalogue)
        return group.chosen(for: subject.seq).map { AlertChoice(rule: $0, subject: subject) }
    }

    /// Returns the message; nil if it has a blocked word.
    private func shownMessage(_ message: Text?) -> Text? {
        message.flatMap { context.blocks($0) ? nil : $0 }
    }

    // MARK: Showing

    /// Shows an event as an alert alone, with the rule's film, and returns the outcome.
    mutating func showAlone(_ choice: AlertChoice) -> Outcome {
        settleCues()
        let isHeard = askForFilm(of: choice)
        return show(choice, isAlone: true, isHeard: isHeard) ?? .skipped(.dropped)
    }

    /// Returns true if the alert of a choice would start or wait.
    func hasRoom(for choice: AlertChoice) -> Bool {
        alerts.hasRoom(
            forWorth: choice.subject.facts.worth,
            startsAtOnce: !choice.rule.speaks || choice.subject.message == nil, in: context)
    }

    /// Starts or queues an alert. `isHeard`: a cue was made for the event before.
    private mutating func show(
        _ choice: AlertChoice, isAlone: Bool, isHeard: Bool
    ) -> Outcome? {
        let alert = Alert(choice.rule, choice.subject, isAlone: isAlone, isHeard: isHeard)
        defer { settleCues() }
        return alerts.receive(alert, at: now, in: &context)
    }

    /// Asks for the film of a rule, which takes the place of the gift's effect. Returns true if a cue was made for the
    /// event.
    private mutating func askForFilm(of choice: AlertChoice) -> Bool {
        guard let film = choice.rule.film else { return false }
        let subject = choice.subject
        _ = effects.receive(
            EffectRequest(
                id: subject.id, sender: subject.sender,
                item: subject.facts.type == .gift ? subject.facts.item : nil,
                sound: subject.facts.item?.sound,
                media: EffectMedia(film, lasting: choice.rule.duration), seed: subject.seed,
                value: Double(subject.facts.worth), isAlone: true),
            at: now, in: &context)
        let isHeard = context.unsettledCues.contains { $0.id == subject.id }
        settleCues()
        return isHeard
    }

    // MARK: Calls and notices

    /// Shows a call as a card, and its alert if a rule makes one.
    mutating func receive(
        callFrom person: Person, _ origin: Origin?, event: Event
    ) throws(Refusal) -> Outcome {
        let choice = alertChoice(ofCallFrom: person, origin, event)
        if let choice, choice.rule.isOnly,
            hasRoom(for: choice)
        {
            return showAlone(choice)
        }
        let outcome = try calls.take(event, at: now, in: &context)
        if let choice, !choice.rule.isOnly {
            settleCues()
            let isHeard = askForFilm(of: choice)
            _ = show(choice, isAlone: false, isHeard: isHeard)
        }
        return outcome
    }

    /// Shows the alert of a notice, if a rule makes one.
    mutating func receive(_ notice: Notice, event: Event) -> Outcome {
        guard configuration.alerts.enabled else { return .skipped(.disabled) }
        guard let choice = alertChoice(of: notice, event) else {
            return .skipped(.unmatched)
        }
        return showAlone(choice)
    }

    // MARK: Gifts

    /// Shows the alert of a gift that the channels or the ticker took, and updates the earlier alerts of its combo.
    /// `isHeard`: a cue was made for the event before.
    mutating func showAlert(
        of gift: Gift, sent: Gift, _ choice: AlertChoice?, combo: Combo?, isHeard: Bool
    ) {
        if let combo {
            let count = combo.target + gift.count
            alerts.update(
                combo: combo.id, count: count,
                amount: combo.item.amount(
                    of: count, sent: sent.item.value, own: configuration.sources.currency))
        }
        guard let choice else { return }
        if let id = choice.subject.combo {
            gifts.noteAlert(choice.rule.condition, of: id, Combo.Key(gift))
        }
        _ = show(choice, isAlone: false, isHeard: isHeard)
    }

    /// Returns true if a rule may show the event as an alert alone, so that no full queue refuses it.
    func mayBeShownAlone(_ kind: Event.Kind) -> Bool {
        let settings = configuration.alerts
        guard settings.enabled, settings.rules.contains(where: \.isOnly) else { return false }
        let facts: EventFacts
        switch kind {
        case .gift(let sent, _) where sent.origin?.with == nil:
            let (gift, entry) = lookedUp(sent)
            facts = EventFacts(gift, key: entry?.key, currency: configuration.sources.currency)
        case .call(_, _, let origin) where origin?.with == nil: facts = EventFacts(callFrom: origin)
        default: return false
        }
        return settings.rules.contains {
            $0.isOnly && $0.condition.matches(facts, in: configuration.catalogue)
        } && alerts.hasRoom(forWorth: facts.worth, startsAtOnce: true, in: context)
    }
}

extension EventFacts {
    /// The facts of a combo after a gift with these facts has joined it.
    fileprivate func combined(with combo: Combo) -> EventFacts {
        var whole = self
        let count = combo.target + (count ?? 1)
        whole.count = count
        whole.worth = combo.item.worth(of: count)
        return whole
    }
}
