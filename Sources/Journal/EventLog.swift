public import Texts

/// Where a journal keeps its records. One thread writes; reading may go on beside it.
///
/// What a log has to do beyond these sentences is in `Tests/JournalTests/Conformance`, which every
/// log passes.
public protocol EventLog: HistorySource {
    /// The log's own clock, by which events are stamped.
    var clock: LogClock { get }

    /// Writes `records` in one transaction, in order, and answers its events and questions.
    ///
    /// No records at all: tries whether the log can be written. Throws if nothing was written, and
    /// `unsure` if it can't be known whether something was.
    func append(_ records: [Record]) throws(JournalError) -> [Verdict]

    /// The names of rooms after `name`, in the order of their UTF-8 bytes, at most `limit`.
    func names(after name: Text, limit: Int) throws(JournalError) -> [Text]

    /// The names after `name` of rooms that keep no event any more, in the same order, at most `limit`.
    func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text]

    /// Deletes up to `limit` events that are older than `microseconds`, as far as no replay needs
    /// them, oldest first: those of a room, or with nil of all. However few microseconds are asked for,
    /// none goes that came within the last day of log time: until then a repeat is known.
    func prune(
        of room: Text?, olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult

    /// What the wall clock did that is not believed, for the server's log; nil if there is nothing new.
    func takeClockDoubt() -> String?

    /// Throws if the files are not in their place any more.
    func check() throws(JournalError)

    /// Notes that log time ends here, and closes the files. Throws if that can't be written.
    func close() throws(JournalError)
}

/// A log into which a whole history can be written in one step.
public protocol ImportLog: EventLog {
    /// Writes all that `body` hands to `write` in one transaction, however much that is; nothing if
    /// it throws.
    func atOnce(_ body: (_ write: ([Record]) throws -> Void) throws -> Void) throws
}

extension EventLog {
    public func takeClockDoubt() -> String? { nil }

    /// All rooms, in the order of their names' UTF-8 bytes, each with its newest snapshot.
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
