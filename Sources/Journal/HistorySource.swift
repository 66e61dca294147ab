public import Texts

/// What the histories of rooms are read from.
public protocol HistorySource: Sendable {
    /// The room of a name, with its newest snapshot; nil if there is none.
    func room(_ name: Text) throws(JournalError) -> StoredRoom?

    /// The events of a room after `seq`, oldest first: at most `limit`, and of these as many as
    /// have no more than `byteLimit` bytes together, but one at least.
    func events(of room: Text, after seq: Int64, limit: Int, byteLimit: Int) throws(JournalError)
        -> [StoredEvent]

    /// The event of this id; nil if there is none.
    func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent?

    /// What became of the thing that the event of this id brought.
    func life(of room: Text, id: Text) throws(JournalError) -> StoredLife?
}

extension HistorySource {
    /// The events of a room after `seq`, oldest first, at most `limit`.
    public func events(
        of room: Text, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try events(of: room, after: seq, limit: limit, byteLimit: .max)
    }
}
