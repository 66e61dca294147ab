public import Texts

/// The interface of the store of all rooms' events, which is a SQLite file or a log in Redis. One thread writes; other
/// threads may read at the same time.
///
/// The tests in `Tests/JournalTests/Conformance` state the other requirements; every log passes them.
public protocol EventLog: HistorySource {
    /// The log's own clock, which gives events their times.
    var clock: LogClock { get }

    /// Writes `records` in one transaction, in order, and answers its events and questions.
    ///
    /// Without records, checks that the log can be written. Throws if nothing was written, and `unsure` if it is
    /// unknown whether the records were written.
    func append(_ records: [Record]) throws(JournalError) -> [Verdict]

    /// Returns the names of rooms after `name`, in the order of their UTF-8 bytes, at most `limit`.
    func names(after name: Text, limit: Int) throws(JournalError) -> [Text]

    /// Returns the names after `name` of rooms without any stored event, in the same order, at most `limit`.
    func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text]

    /// Deletes up to `limit` events of a room (nil: of all rooms) that are older than `microseconds` and that no replay
    /// needs, oldest first. Events of the last day of log time always stay, so that the log recognizes their repeats.
    func prune(
        of room: Text?, olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult

    /// Returns a warning for the server's log if the wall clock jumped and the log ignored that; nil if there is no new
    /// warning.
    func takeClockDoubt() -> String?

    /// Throws if the log's files are not in their place any more, or if Redis can't take writes.
    func check() throws(JournalError)

    /// Records the end of log time, and closes the files. Throws if that can't be written.
    func close() throws(JournalError)
}

/// A log that can import a whole history in one transaction.
public protocol ImportLog: EventLog {
    /// Writes all records that `body` passes to `write` in one transaction of any size; writes nothing if `body`
    /// throws.
    func atOnce(_ body: (_ write: ([Record]) throws -> Void) throws -> Void) throws
}

extension EventLog {
    public func takeClockDoubt() -> String? { nil }

    /// Returns all rooms, in the order of their names' UTF-8 bytes, each with its newest snapshot.
    public func rooms() throws(JournalError) -> [StoredRoom] {
        var rooms: [StoredRoom] = []
        var last: Text = ""
        while true {
            let names = try names(after: last, limit: 1000)
            guard let end = names.last else { return rooms }
            for name in names { if let room = try room(name) { rooms.append(room) } }
            last = end
        }
    }

    /// Deletes up to `limit` events of all rooms that are older than `microseconds`.
    public func prune(
        olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        try prune(of: nil, olderThan: microseconds, limit: limit)
    }
}
