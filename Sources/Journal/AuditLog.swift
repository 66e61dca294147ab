public import Texts

/// The interface of a log that stores notes about administrative actions, such as the creation of a key.
///
/// Erasing a room deletes the notes about it.
public protocol AuditLog: Sendable {
    /// Keeps a note about a change that this log does not keep.
    func add(_ note: AuditNote) throws(JournalError)

    /// The notes about a room, or with nil all notes, after `seq`, oldest first, at most `limit`.
    func notes(of room: Text?, after seq: Int64, limit: Int) throws(JournalError)
        -> [StoredAuditNote]
}

/// A note in the audit log about an action that is not an event of a room, such as the creation of a key.
public struct AuditNote: Hashable, Sendable {
    /// A log keeps the newest 1,000 notes of each room and shelf, so that notes about other actions never push out
    /// notes about keys and suspensions.
    public enum Shelf: String, Sendable, CaseIterable {
        /// Keys made and revoked, rooms suspended and resumed.
        case access
        /// Keys renamed or pinned.
        case changes
        case other = ""
    }

    /// Nil: the note concerns all rooms.
    public let room: Text?
    /// When the action happened, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// The action and the key that was used, in a form that only the reader knows.
    public let details: Text
    public let shelf: Shelf

    public init(room: Text?, wallMicroseconds: Int64, details: Text, shelf: Shelf = .other) {
        self.room = room
        self.wallMicroseconds = wallMicroseconds
        self.details = details
        self.shelf = shelf
    }
}

/// An audit note with its number in the log.
public struct StoredAuditNote: Hashable, Sendable {
    public let seq: Int64
    public let note: AuditNote

    public init(seq: Int64, note: AuditNote) {
        self.seq = seq
        self.note = note
    }
}
