import GRDB
import Journal

/// A journal that is being read before it is used, beside what else a start has to do: that is not over
/// before this is.
///
/// While it has the file open, SQLite need not read the log beside it once more for the next that opens
/// it, and nobody else is the last to close it, who would write what waits there into the file.
final class Examination: Sendable {
    private let queue: DatabaseQueue
    private let reading: Beside<Void>

    /// Begins to read.
    init(_ queue: DatabaseQueue, _ read: @escaping @Sendable (Database) throws -> Void) {
        self.queue = queue
        reading = Beside { try queue.read(read) }
    }

    /// Waits until all has been read; throws what was found wrong.
    func wait() throws { try reading.get() }

    /// Closes the file, once all has been read.
    func end() { try? queue.close() }
}
