import Journal
import Texts

/// A log that has a past and gets nothing new. What a test does not ask of it is empty.
protocol PastLog: EventLog {}

extension PastLog {
    func append(_ records: [Record]) throws(JournalError) -> [Verdict] { [] }
    func names(after: Text, limit: Int) throws(JournalError) -> [Text] { [] }
    func emptied(after: Text, limit: Int) throws(JournalError) -> [Text] { [] }
    func event(of: Text, id: Text) throws(JournalError) -> StoredEvent? { nil }
    func life(of: Text, id: Text) throws(JournalError) -> StoredLife? { nil }
    func prune(
        of room: Text?, olderThan: Int64, limit: Int
    ) throws(JournalError) -> PruningResult { .init() }
    func check() throws(JournalError) {}
    func close() throws(JournalError) {}
}
