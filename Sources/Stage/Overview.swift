public import Timeline

/// A description of a room's widgets and queues at one instant, for people and tools rather than for drawing.
///
/// Each widget extends it in its own folder.
public struct Overview: Hashable, Sendable {
    let room: Room
    /// The maximum number of entries to list of each queue.
    let most: Int

    public var time: Instant { room.now }
    /// True if the stage is paused, so that new content waits.
    public var isHeld: Bool { room.isHeld }
    /// The number of waiting entries, listed or not.
    public var waiting: Waiting { room.waiting }
}

extension Room {
    /// The description of the room now.
    public var overview: Overview { overview(most: .max) }

    /// Returns the description of the room now, with at most the first `most` entries of each
    /// queue.
    public func overview(most: Int) -> Overview { Overview(room: self, most: most) }
}
