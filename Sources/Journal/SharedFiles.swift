public import Texts

/// Files that servers share, kept beside their log.
///
/// A room's file is a setting of the room, so `SettingsLog` tells which rooms have which files. The content goes with the
/// last room that has the file.
public protocol SharedFiles: Sendable {
    /// Keeps a file for a room, with a note of it unless the room has it.
    ///
    /// - Parameters:
    ///   - basis: The newest version of all settings that the writer knew when the upload began. The log refuses the
    ///     file if the room was erased later.
    ///   - limitBytes: The largest charge of all files together (`StoredFile.charge`).
    ///   - bytes: A part of the file; nil if it can't be read. No server finds an incomplete file.
    func keep(
        _ file: StoredFile, basis: Int64, limitBytes: Int, noting note: AuditNote,
        bytes: (Range<Int>) -> [UInt8]?
    ) throws(JournalError) -> FileVerdict

    /// Takes a file from a room, with a note of it unless the room does not have it.
    ///
    /// - Parameter basis: The newest version of all settings that the writer knows. A file that the room got after it was
    ///   erased later stays.
    /// - Returns: The version of the settings since which the room does not have the file; 0: it never had it.
    func drop(
        name: Text, from room: Text, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64

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

    // MARK: The setting

    /// The start of the names of settings that are files.
    public static let prefix: Text = "file/"

    /// The name of the file that a setting of this name is; nil if it is no file.
    public static func name(ofSetting name: Text) -> Text? {
        name.begins(with: prefix) ? Text(decoding: name.utf8.dropFirst(prefix.byteCount)) : nil
    }

    public var settingName: Text { Self.prefix + name }

    /// The number of bytes, a space, and the details.
    public var settingValue: Text { "\(byteCount) \(details)" }

    /// Nil if the setting is no file.
    public init?(_ setting: Setting) {
        let bytes = setting.value.utf8
        guard let room = setting.room, let name = Self.name(ofSetting: setting.name),
            let space = bytes.firstIndex(of: UInt8(ascii: " ")),
            let count = Int(String(decoding: bytes[..<space], as: UTF8.self))
        else { return nil }
        self.init(
            room: room, name: name, byteCount: count,
            details: Text(decoding: bytes[space...].dropFirst()))
    }
}

/// The answer of a log to a file, with the version of its setting.
public enum FileVerdict: Hashable, Sendable {
    case kept(version: Int64)
    /// The room has it already.
    case known(version: Int64)
    /// The same, and its setting was damaged or another.
    case mended(version: Int64)
    /// All together would have too much.
    case full
    /// The room was erased after the upload began.
    case roomErased
}
