public import Texts

/// Files that servers share, kept beside their log: which rooms have which, and what is in them.
///
/// A file goes with the last room that has it, and with that room when it is erased. Every change is
/// told to all (`News.files`).
public protocol SharedFiles: Sendable {
    /// All that rooms have; nil if change `number` is the newest.
    func files(unlessAt number: Int64?) throws(JournalError) -> FileList?

    /// Keeps a file for a room, with a note of it unless the room has it. `bytes` gives a part of it, nil if
    /// that can't be read. Nobody finds it before all of it is there. It is not kept if all files together
    /// would be charged for more than `limitBytes` (`StoredFile.charge`).
    func keep(
        _ file: StoredFile, limitBytes: Int, noting note: AuditNote,
        bytes: (Range<Int>) -> [UInt8]?
    ) throws(JournalError) -> FileVerdict

    /// A room has a file no more. Nil if it had none of this name; then nothing is noted.
    func drop(
        name: Text, from room: Text, noting note: AuditNote
    ) throws(JournalError) -> FileChange?

    /// Hands the bytes of a file to `body`, a piece at a time. Throws `altered` in the end unless they are
    /// those that its name says.
    func read(
        name: Text, byteCount: Int, _ body: ([UInt8]) throws(JournalError) -> Void
    ) throws(JournalError)
}

/// A file that a room has.
public struct StoredFile: Hashable, Sendable {
    public let room: Text
    /// The SHA-256 of its content in 64 hexadecimal digits, and an ending.
    public let name: Text
    public let byteCount: Int
    /// What else is known of it. What that means is its reader's business.
    public let details: Text

    /// So much a file of `byteCount` bytes counts where all files together may have no more than so many: a small
    /// one takes a block of a disk, or its keys and what is known of it in memory.
    public static func charge(_ byteCount: Int) -> Int { max(byteCount, 4096) }

    public init(room: Text, name: Text, byteCount: Int, details: Text) {
        self.room = room
        self.name = name
        self.byteCount = byteCount
        self.details = details
    }
}

/// All files that rooms have.
public struct FileList: Hashable, Sendable {
    /// The number of the newest change that must be in it. Newer ones may be: to make those again
    /// changes nothing.
    public let number: Int64
    public var files: [StoredFile]
    /// Those of which it can't be read what they are: a room and a name each.
    public var damaged: [Text]

    public init(number: Int64, files: [StoredFile], damaged: [Text] = []) {
        self.number = number
        self.files = files
        self.damaged = damaged
    }
}

/// Something that was done about the files of rooms.
public struct FileChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// A room has it from now on.
        case kept(StoredFile)
        case dropped(name: Text, room: Text)
        /// A room has none any more.
        case erased(room: Text)
    }

    /// Changes of a log are counted from 1.
    public let number: Int64
    public let kind: Kind

    public init(number: Int64, kind: Kind) {
        self.number = number
        self.kind = kind
    }
}

/// What became of a file that was to be kept.
public enum FileVerdict: Hashable, Sendable {
    case kept(FileChange)
    /// The room has it already.
    case known
    /// The same, and what was known of it there was damaged or is another: all are told it anew.
    case mended(FileChange)
    /// All together would have too much.
    case full
}
