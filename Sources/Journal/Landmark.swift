public import Texts

/// The identity of an event in a room's history, by which two logs can be compared. If two logs have the same event at
/// the same place, all earlier events are the same too.
///
/// After a log has lost events, clients may send others, which get the same places or even the same IDs, but not the
/// same microsecond.
public struct Landmark: Sendable, Hashable {
    /// The event's number in its room, from 1.
    public let seq: Int64
    public let id: Text
    /// The time when the event arrived, in microseconds since 1970.
    public let wallMicroseconds: Int64

    public init(seq: Int64, id: Text, wallMicroseconds: Int64) {
        self.seq = seq
        self.id = id
        self.wallMicroseconds = wallMicroseconds
    }
}

extension StoredEvent {
    public var landmark: Landmark {
        Landmark(seq: seq, id: id, wallMicroseconds: wallMicroseconds)
    }
}
