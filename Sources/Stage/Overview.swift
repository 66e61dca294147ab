public import Timeline

/// What a room is doing at an instant, for people and tools rather than for drawing.
///
/// A widget's part stands in its own folder.
public struct Overview: Hashable, Sendable {
    let room: Room
    /// So many of each queue are listed.
    let most: Int

    public var time: Instant { room.now }
    /// Whether new things are kept off the stage.
    public var isHeld: Bool { room.isHeld }
    /// How many wait, whether they are listed or not.
    public var waiting: Waiting { room.waiting }
}

extension Room {
    /// What the room is doing now.
    public var overview: Overview { overview(most: .max) }

    /// What the room is doing now, with no more than the first `most` of each queue.
    public func overview(most: Int) -> Overview { Overview(room: self, most: most) }
}
