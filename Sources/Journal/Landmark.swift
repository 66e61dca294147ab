public import Texts

/// An event by which the past of a room is known: where the same stands, all that came before is the same, too.
///
/// After a log has lost events, others may come to their places, even by their ids as somebody sends them again:
/// but not in the same microsecond.
public struct Landmark: Sendable, Hashable {
    /// Its place in its room's history, from 1.
    public let seq: Int64
    public let id: Text
    /// When it came, in microseconds since 1970.
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
