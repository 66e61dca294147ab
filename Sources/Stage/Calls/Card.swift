import Timeline

/// A call's card on the stage.
///
/// Its height on the stage is kept in slots, not points, so that a new pitch moves what is shown
/// at once.
struct Card: Hashable, Sendable, Codable {
    let call: Call
    /// Named once: it is part of every frame.
    private let nodeID: String
    /// The slot it holds; nil once it leaves.
    private(set) var slot: Int?
    /// When it leaves by itself, or, once it leaves, when it is gone.
    private(set) var due: Instant
    private var position: Segment
    private var alpha: Segment
    /// How far it has slid out over the edge: 1 is all of it. Only from slot 0.
    private var slide: Segment?

    /// A card that appears at `start`, in slots, on its way to `slot`.
    init(
        call: Call, slot: Int, from start: Double, at instant: Instant,
        _ configuration: CallsConfiguration
    ) {
        self.call = call
        nodeID = "call/\(call.id)"
        self.slot = slot
        due = instant + configuration.vanish
        position = Segment(
            from: start, to: Double(slot), start: instant, duration: configuration.move,
            easing: .easeOut)
        alpha = Segment(
            from: 0, to: 1, start: instant, duration: configuration.entrance, easing: .easeInOut)
    }

    var stands: Bool { slot != nil }

    // MARK: Changes

    mutating func move(to slot: Int, at instant: Instant, _ configuration: CallsConfiguration) {
        guard slot != self.slot else { return }
        self.slot = slot
        position = position.redirected(
            to: Double(slot), at: instant, duration: configuration.move, easing: .easeOut)
    }

    /// Leaves: from slot 0 out over the edge, from another slot it fades where it was going.
    mutating func leave(at instant: Instant, _ configuration: CallsConfiguration) {
        if slot == 0 {
            position = Segment(resting: position.value(at: instant))
            slide = Segment(
                from: 0, to: 1, start: instant, duration: configuration.move, easing: .easeOut)
        }
        alpha = alpha.redirected(
            to: 0, at: instant, duration: configuration.move, easing: .easeInOut)
        slot = nil
        due = instant + configuration.move
    }

    // MARK: What is shown

    func isMoving(at instant: Instant) -> Bool {
        !stands || instant < position.end || instant < alpha.end
    }

    /// Where the card is shown, in slots; nil where it holds none of the stack's room any more.
    func shownSlot(at instant: Instant, _ configuration: CallsConfiguration) -> Double? {
        guard stands || slide != nil else { return nil }
        guard configuration.pitch > 0 else { return 0 }
        let top = configuration.y + configuration.top
        return (y(at: instant, configuration) - top) / configuration.pitch
    }

    private func y(at instant: Instant, _ configuration: CallsConfiguration) -> Double {
        let inside = configuration.top + position.value(at: instant) * configuration.pitch
        let out = slide?.value(at: instant) ?? 0
        return configuration.y + inside * (1 - out) - configuration.height * out
    }

    func node(at instant: Instant, _ configuration: Configuration) -> Node {
        let calls = configuration.calls
        return Node(
            id: nodeID,
            x: (configuration.stage.width - calls.width) / 2, y: y(at: instant, calls),
            width: calls.width, height: calls.height, alpha: alpha.value(at: instant),
            content: .call(
                CallContent(
                    name: call.person.name, avatar: call.person.avatar, leaving: !stands)))
    }
}
