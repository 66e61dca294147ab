public import Texts

/// What one step of deleting old events did, and what keeps it from deleting more.
public struct PruningResult: Sendable, Equatable {
    /// How many events were deleted.
    public var count = 0
    /// Rooms that keep old events because no snapshot covers them: without one, the room's state
    /// can't be rebuilt.
    public var uncovered: [Text] = []
    /// Rooms of which no event is left.
    public var emptied: [Emptied] = []
    /// Whether nothing more can be deleted now.
    public var isComplete = true

    public init() {}

    /// A room of which no event is left, and the place of its last one.
    public struct Emptied: Sendable, Equatable {
        public let room: Text
        public let seq: Int64

        public init(room: Text, seq: Int64) {
            self.room = room
            self.seq = seq
        }
    }
}
