import Texts

/// Why a room does not take an event.
extension Room {
    /// Whether an event would be refused now, while `pending` others of its kind are on their way.
    public func refusal(of kind: Event.Kind, pending: Int = 0) -> Refusal? {
        if let held = kind.approved, !self.held.contains(held) { return .notHeld(held) }
        if isBlocked(kind) { return nil }
        // Whether it makes the room larger is only asked where that matters.
        if byteEstimate + kind.byteEstimate > Self.byteLimit, growth(by: kind) > 0 {
            return .roomFull(limit: Self.byteLimit)
        }
        return refusal(ofPlaceFor: kind, pending)
    }

    /// What an event would make the room's snapshot larger by.
    private func growth(by kind: Event.Kind) -> Int {
        switch kind {
        case .gift(let gift, let mark):
            addition(of: gift, mark) == nil
                || configuration.gifts.enabled && !configuration.ticker.enabled
                    && gifts.wouldMerge(gift, at: now, in: context)
                ? 0 : kind.byteEstimate
        case .call, .counter, .goal, .caption: kind.byteEstimate
        case .dismiss, .tap, .deleteCounter, .deleteGoal, .deleteCaption, .deleteCombo,
            .moveCombo, .control, .skip, .hold, .takeBack, .configure:
            0
        }
    }

    private func refusal(ofPlaceFor kind: Event.Kind, _ pending: Int) -> Refusal? {
        switch kind {
        case .gift(let gift, let mark):
            addition(of: gift, mark).flatMap { refusal(of: $0, pending) }
        case .call(let person, _):
            configuration.calls.enabled
                ? calls.refusal(of: person, pending: pending, in: context) : nil
        case .dismiss(let call): calls.contains(call) ? nil : .noSuchCall(call)
        case .tap(let call): calls.refusal(ofTapOn: call)
        case .counter(let name, _):
            configuration.counters.enabled
                ? counters.refusal(of: name, pending: pending, in: context) : nil
        case .deleteCounter(let name): counters.contains(name) ? nil : .noSuchCounter(name)
        case .goal(let name, _):
            configuration.goals.enabled
                ? goals.refusal(of: name, pending: pending, in: context) : nil
        case .deleteGoal(let name): goals.contains(name) ? nil : .noSuchGoal(name)
        case .caption(let caption, _):
            configuration.captions.enabled
                ? captions.refusal(of: caption, pending: pending, in: context) : nil
        case .deleteCaption(let slot): captions.contains(slot) ? nil : .noSuchCaption(slot)
        case .deleteCombo(let combo), .moveCombo(let combo, _):
            gifts.waits(combo) ? nil : .noSuchCombo(combo)
        case .control, .skip, .hold, .takeBack, .configure: nil
        }
    }

    private func refusal(of gift: Gift, _ pending: Int) -> Refusal? {
        if configuration.gifts.enabled {
            return gifts.refusal(of: gift, pending: pending, at: now, in: context)
        }
        guard configuration.ticker.enabled else { return nil }
        return ticker.hasRoom(pending: pending, in: context)
            ? nil : .queueFull(limit: configuration.ticker.queueLimit)
    }
}
