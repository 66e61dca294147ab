public import Texts
public import Timeline

/// Applies events, such as gifts, calls and controls, to a room.
extension Room {
    /// Applies an event at `instant`, after everything that is due by then.
    ///
    /// An event never lies in the past: an earlier `instant` counts as `now`. Throws a `Refusal`,
    /// and changes only the time, if the room refuses the event.
    public mutating func apply(_ event: Event, at instant: Instant) throws(Refusal) -> Outcome {
        advance(to: instant)
        // Transitions without a duration happen with the event.
        defer { advance(to: now) }
        return try take(event)
    }

    /// Applies an event now. The caller must advance the room before, to perform everything due,
    /// and after, to perform transitions without a duration.
    public mutating func take(_ event: Event) throws(Refusal) -> Outcome {
        defer { settle() }
        guard let id = event.kind.approved else { return try perform(event) }
        guard held.contains(id) else { throw .notHeld(id) }
        let outcome = try perform(event)
        held.remove(id)
        return outcome
    }

    private mutating func perform(_ event: Event) throws(Refusal) -> Outcome {
        if isBlocked(event.kind) { return passOver(event) }
        if let widget = event.kind.addressee { return try hand(event, to: widget) }
        switch event.kind {
        case .gift(let gift, let mark):
            return try give(gift, mark, id: event.id, seq: event.seq)
        case .call(let person, _, let origin):
            let outcome = try receive(callFrom: person, origin, event: event)
            extendClocks(for: event.kind)
            return outcome
        case .notice(let notice, _):
            // The end of a clock gives no clock more time.
            if event.isClockEnd {
                notice.title.map { counters.confirmEnd(of: $0) }
            } else {
                extendClocks(for: event.kind)
            }
            return receive(notice, event: event)
        case .control(let control):
            perform(control, seq: event.seq)
        case .skip(let node):
            skip(node)
            send(.admit)
        case .hold(let hold):
            return take(hold, id: event.id, seq: event.seq)
        case .takeBack(let taken):
            takeBack(taken)
        case .block(let entry):
            try block(entry)
        case .unblock(let entry):
            try unblock(entry)
        case .configure(let configuration):
            let before = context.configuration.leaders
            context.configure(configuration)
            leaders.begin(seq: event.seq, in: context, after: before)
            send(.conform)
            send(.admit)
        default:
            preconditionFailure("it is for a widget")
        }
        return .applied
    }

    /// Returns true if the event is not shown, because of a blocked word or sender.
    func isBlocked(_ kind: Event.Kind) -> Bool {
        kind.isBlocked(in: context)
    }

    private mutating func perform(_ control: Event.Control, seq: Int64) {
        switch control {
        case .hold:
            context.isHeld = true
        case .resume:
            context.isHeld = false
            send(.admit)
        case .skip:
            send(.skip)
            send(.admit)
        case .clear:
            send(.clear)
        case .hideMessage:
            alerts.hideShownMessage(at: now, in: &context)
        case .resetLeaders:
            leaders.reset(seq: seq, at: now, in: context)
        case .start:
            break
        }
    }

    // MARK: Output

    /// Returns the sound cues since the last call; only the newest are kept until then.
    public mutating func takeCues() -> [SoundCue] { context.takeCues() }

    /// Returns the transitions of shown content since the last call; all are kept until then.
    public mutating func takeMilestones() -> [Milestone] {
        context.takeMilestones()
    }

    /// Returns the outcome of the alert of an event that was just applied, before its steps are taken; nil if no rule
    /// made an alert of it.
    ///
    /// Does not change the room. It is mutating for the same reason as `sample`, because every event needs it.
    public mutating func alertOutcome(of event: Text) -> AlertOutcome? {
        for milestone in context.milestones where milestone.id == event {
            if let outcome = AlertOutcome(milestone) { return outcome }
        }
        return nil
    }

    /// Returns the caller whose card with this ID stands on the stage; nil without such a card.
    public func caller(of call: Text) -> Person? { calls.caller(of: call) }

    /// Returns the bytes of the captions' texts that are shown in slots other than `slot`.
    public func captionByteCount(but slot: Text) -> Int { captions.byteCount(but: slot) }
}
