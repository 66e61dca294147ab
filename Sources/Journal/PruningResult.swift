public import Texts

/// What one step of deleting old events did, and what keeps it from deleting more.
public struct PruningResult: Sendable, Equatable {
    /// How many events were deleted.
    public var count = 0
    /// Rooms that keep old events because no snapshot covers them: without one, the room's state
    /// can't be rebuilt.
    public var uncovered: [Text] = []
    /// Whether nothing more can be deleted now.
    public var isComplete = true

    public init() {}
}
