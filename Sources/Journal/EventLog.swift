public import Texts

/// Where a journal keeps its records. One thread writes; reading may go on beside it.
public protocol EventLog: Sendable {
    /// Writes `records` in one transaction, in order, and answers its events and questions.
    ///
    /// No records at all: tries whether the log can be written. Throws where nothing of it was
    /// written.
    func append(_ records: [Record]) throws(JournalError) -> [Verdict]

    /// All rooms, each with its newest readable snapshot.
    func rooms() throws(JournalError) -> [StoredRoom]

    /// The events of a room after `seq`, oldest first, at most `limit`.
    func events(of room: Text, after seq: Int64, limit: Int) throws(JournalError)
        -> [StoredEvent]

    /// The event of this id; nil where there is none.
    func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent?

    /// What became of the thing that the event of this id brought.
    func life(of room: Text, id: Text) throws(JournalError) -> StoredLife?

    /// Forgets up to `limit` events that came before `wallMicroseconds` (since 1970) and that no
    /// replay needs; returns how many.
    func prune(before wallMicroseconds: Int64, limit: Int) throws(JournalError) -> Int

    /// Closes the files.
    func close()
}
