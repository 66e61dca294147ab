public import Texts

/// What somebody did that is no event of a room: that they made a key, say.
public struct AuditNote: Hashable, Sendable {
    /// The room that it is about; nil: all of them.
    public let room: Text?
    /// When it was done, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// What was done, and by whom. What that means is its reader's business.
    public let details: Text

    public init(room: Text?, wallMicroseconds: Int64, details: Text) {
        self.room = room
        self.wallMicroseconds = wallMicroseconds
        self.details = details
    }
}

/// A note as a log has it, with its place.
public struct StoredAuditNote: Hashable, Sendable {
    public let seq: Int64
    public let note: AuditNote

    public init(seq: Int64, note: AuditNote) {
        self.seq = seq
        self.note = note
    }
}

/// Where notes are kept, each in the transaction of what it tells of if the log keeps that too. Of a room,
/// and of what is about all of them, the newest 1,000 are. They go with their room when that is erased.
public protocol AuditLog: Sendable {
    /// Keeps a note of what is kept elsewhere.
    func add(_ note: AuditNote) throws(JournalError)

    /// The notes about a room, or with nil all there are, after `seq`, oldest first, at most `limit`.
    func notes(of room: Text?, after seq: Int64, limit: Int) throws(JournalError)
        -> [StoredAuditNote]
}
