public import Texts

/// The interface of a readable store of rooms' histories, which is a log or an archive.
public protocol HistorySource: Sendable {
    /// Returns a room with its newest snapshot; nil if the room does not exist.
    func room(_ name: Text) throws(JournalError) -> StoredRoom?

    /// Returns the events of a room after `seq`, oldest first: at most `limit` events, and at most `byteLimit` bytes
    /// together, but always at least one event if there is one.
    func events(of room: Text, after seq: Int64, limit: Int, byteLimit: Int) throws(JournalError)
        -> [StoredEvent]

    /// Returns the event with this ID; nil if the room has no such event.
    func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent?

    /// Returns when the content of the event with this ID was shown and when it left the stage; nil if nothing is
    /// known.
    func life(of room: Text, id: Text) throws(JournalError) -> StoredLife?
}

extension HistorySource {
    /// Returns the events of a room after `seq`, oldest first, at most `limit`.
    public func events(
        of room: Text, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try events(of: room, after: seq, limit: limit, byteLimit: .max)
    }
}
