public import Texts
public import Timeline

/// What an event does to a room.
extension Room {
    /// Applies an event at `instant`, after everything that is due by then.
    ///
    /// An event never lies in the past: an earlier `instant` counts as `now`. Throws a `Refusal`,
    /// and changes nothing but the time, if the event can't be taken.
    public mutating func apply(_ event: Event, at instant: Instant) throws(Refusal) -> Outcome {
        advance(to: instant)
        // What takes no time is over when the event has been applied.
        defer { advance(to: now) }
        return try take(event)
    }

    /// Applies an event now, and leaves what takes no time to `advance`, which must follow. Everything
    /// due before has been performed.
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
        case .control(let control):
            perform(control)
        case .skip(let node):
            skip(node)
            send(.admit)
        case .hold(let hold):
            return take(hold, id: event.id, seq: event.seq)
        case .takeBack(let taken):
            takeBack(taken)
        case .configure(let configuration):
            context.configure(configuration)
            send(.conform)
            send(.admit)
        default:
            preconditionFailure("it is for a widget")
        }
        return .applied
    }

    /// Whether it has a word of the blocklist, so that nothing of it is shown.
    func isBlocked(_ kind: Event.Kind) -> Bool {
        kind.isBlocked(by: configuration.sources.blocklist)
    }

    private mutating func perform(_ control: Event.Control) {
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
        case .start:
            break
        }
    }

    // MARK: What it tells

    /// What is to be heard since this was last called; the newest are kept until then.
    public mutating func takeCues() -> [SoundCue] { context.takeCues() }

    /// What has become of things shown since this was last called; it is kept until then.
    public mutating func takeMilestones() -> [Milestone] {
        context.takeMilestones()
    }

    /// The caller whose card of this id stands on the stage, nil if none does.
    public func caller(of call: Text) -> Person? { calls.caller(of: call) }

    /// How many bytes the texts of the captions have that are shown in other slots than this.
    public func captionByteCount(but slot: Text) -> Int { captions.byteCount(but: slot) }
}
