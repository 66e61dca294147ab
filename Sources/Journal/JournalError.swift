public import Texts

/// The reason why a journal can't be opened, read or written.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has this data open.
    case inUse(path: String)
    /// The file's content is damaged. Nothing was changed.
    case damaged(path: String, reason: String)
    /// The directory has no journal.
    case missing(directory: String)
    /// A directory or a file can't be created or opened.
    case unusable(path: String, reason: String)
    /// The file was written by a newer version.
    case tooNew(path: String)
    /// The file was written by an older version and must be migrated first.
    case tooOld(path: String)
    /// The disk refused the write; `code` is SQLite's extended result code.
    case storage(code: Int32, message: String)
    /// The disk failed during the write, or with code 0, the file changed unexpectedly. The records may have been
    /// written. `code` is SQLite's extended result code.
    case unsure(code: Int32, message: String)
    /// The file was found damaged while the server had it open.
    case unsound(path: String, reason: String)
    /// The journal's files were removed or replaced.
    case replaced(path: String)
    /// Too many bytes wait for the disk.
    case backlog
    /// The Redis of the log can't be reached, has unsuitable settings, or refused the command. Nothing was written.
    case refused(host: String, reason: String)
    /// The connection to Redis was lost during the write. The records may have been written.
    case lost(host: String, reason: String)
    /// Redis took the write, but `missing` replicas have not confirmed it in time. If one of them becomes master, the
    /// records may be lost.
    case unconfirmed(host: String, missing: Int)
    /// The data in Redis differs from the data that was written.
    case altered(host: String, reason: String)
    /// The room in memory differs from the log and must be loaded again.
    case outdated(room: Text)

    /// True if the records may have been written in spite of the error.
    public var isUnsure: Bool {
        switch self {
        case .unsure, .lost, .unconfirmed: true
        default: false
        }
    }

    /// True if the disk is full. `code` 13 is SQLITE_FULL.
    public var isDiskFull: Bool {
        if case .storage(let code, _) = self { code & 0xFF == 13 } else { false }
    }

    public var description: String {
        switch self {
        case .inUse(let path):
            "another server uses \(path); stop it, or name another directory with --data"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)). Nothing was changed. Put a backup in its place, or "
                + "see with \"ovation doctor\" what can be saved of it"
        case .missing(let directory):
            "there is no journal in \(directory)"
        case .unusable(let path, let reason):
            "\(path) can't be used: \(reason)"
        case .tooNew(let path):
            "\(path) was written by a newer version; use that one, or another --data directory"
        case .tooOld(let path):
            "\(path) was written by an older version; start this one's server on it once"
        case .unsure(code: 0, let message):
            "the journal can't be trusted since the last write: \(message)"
        case .unsure(let code, let message):
            "the disk failed while the journal was written: \(message) (SQLite \(code))"
        case .unsound(let path, let reason):
            "\(path) is damaged (\(reason)). Stop the server, and put a backup in its place, or see "
                + "with \"ovation doctor\" what can be saved of it"
        case .replaced(let path):
            "\(path) has been removed, or another file put in its place; stop the server, put the "
                + "file back if there is one, and start it again"
        case .backlog:
            "the disk is slower than the incoming events, and too much data waits for it"
        case .refused(let host, let reason):
            "the journal in \(host) can't be used: \(reason)"
        case .lost(let host, let reason):
            "the connection to the journal in \(host) was lost: \(reason)"
        case .unconfirmed(let host, 1):
            "a replica of the journal in \(host) has not confirmed the write"
        case .unconfirmed(let host, let missing):
            "\(missing) replicas of the journal in \(host) have not confirmed the write"
        case .altered(let host, let reason):
            "the journal in \(host) differs from what was written (\(reason)). Nothing was "
                + "changed. Put a backup of its files in their place"
        case .storage(code: 0, let message):
            "the journal can't be written: \(message)"
        case .outdated(let room):
            "room \(room) in memory differed from the journal; it is loaded again"
        case .storage(let code, let message):
            "the journal can't be written: \(message) (SQLite \(code))"
        }
    }
}
