public import Timeline

/// What a room is doing at an instant, for people and tools rather than for drawing.
///
/// Each widget tells its part in its own folder.
public struct Overview: Hashable, Sendable {
    let room: Room

    public var time: Instant { room.now }
    /// Whether new things are kept off the stage.
    public var isHeld: Bool { room.isHeld }
}

extension Room {
    /// What the room is doing now.
    public var overview: Overview { Overview(room: self) }
}
