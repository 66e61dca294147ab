/// Why the journal can't do what it was asked.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has this data open.
    case inUse(path: String)
    /// The file is not what it should be. Nothing was changed.
    case damaged(path: String, reason: String)
    /// There is nothing to read.
    case missing(directory: String)
    /// A directory or a file can't be made or opened.
    case unusable(path: String, reason: String)
    /// The file was written by a newer version.
    case tooNew(path: String)
    /// The disk did not take it; `code` is SQLite's extended result code.
    case storage(code: Int32, message: String)

    public var description: String {
        switch self {
        case .inUse(let path):
            "another server uses \(path); stop it, or name another directory with --data"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)). Nothing was changed. Put a backup in its place, or "
                + "move it away to begin with an empty journal"
        case .missing(let directory):
            "there is no journal in \(directory)"
        case .unusable(let path, let reason):
            "\(path) can't be used: \(reason)"
        case .tooNew(let path):
            "\(path) was written by a newer version; use that one, or another --data directory"
        case .storage(let code, let message):
            "the journal can't be written: \(message) (SQLite \(code))"
        }
    }
}
