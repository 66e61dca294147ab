public import Texts

/// The result of one step that deletes old events, with the rooms that could not be pruned.
public struct PruningResult: Sendable, Equatable {
    /// The number of deleted events.
    public var count = 0
    /// Rooms that keep old events because no snapshot covers them: without these events, the room's state can't be
    /// rebuilt.
    public var uncovered: [Text] = []
    /// Rooms that have lost their last event.
    public var emptied: [Emptied] = []
    /// True if no more events can be deleted now.
    public var isComplete = true

    public init() {}

    /// A room that has lost its last event, with that event's number.
    public struct Emptied: Sendable, Equatable {
        public let room: Text
        public let seq: Int64

        public init(room: Text, seq: Int64) {
            self.room = room
            self.seq = seq
        }
    }
}
