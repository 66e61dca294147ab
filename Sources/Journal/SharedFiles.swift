public import Texts

/// The interface of a store for uploaded files that several servers share, next to their log.
///
/// A room's file is a setting of the room, so `SettingsLog` passes on which rooms have which files. The content is
/// deleted with the last room that has the file.
public protocol SharedFiles: Sendable {
    /// Stores a file for a room, with an audit note unless the room has the file.
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

    /// Removes a file from a room, with an audit note unless the room does not have the file.
    ///
    /// - Parameter basis: The newest version of all settings that the writer knows. A file that the room got after it
    ///   was erased later stays.
    /// - Returns: The version of the settings that removed the file; 0 if the room never had it.
    func drop(
        name: Text, from room: Text, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64

    /// Passes the bytes of a file to `body`, piece by piece. Throws `altered` at the end unless the bytes match the
    /// file's name.
    func read(
        name: Text, byteCount: Int, _ body: ([UInt8]) throws(JournalError) -> Void
    ) throws(JournalError)
}

/// A file of a room, as its setting describes it.
public struct StoredFile: Hashable, Sendable {
    public let room: Text
    /// The SHA-256 of the content in 64 hexadecimal digits, and a file extension.
    public let name: Text
    public let byteCount: Int
    /// More about the file, in a form that only the reader knows.
    public let details: Text

    /// Returns the bytes that a file counts toward the limit of all files. A small file counts 4096 bytes: it takes a
    /// block of a disk, or its keys and its description in memory.
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

    /// Returns the file's name in the name of a setting; nil if the setting is no file.
    public static func name(ofSetting name: Text) -> Text? {
        name.begins(with: prefix) ? Text(decoding: name.utf8.dropFirst(prefix.byteCount)) : nil
    }

    public var settingName: Text { Self.prefix + name }

    /// The number of bytes, a space, and the details.
    public var settingValue: Text { "\(byteCount) \(details)" }

    /// Reads a file from its setting; nil if the setting is no file.
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
    /// The room already has the file.
    case known(version: Int64)
    /// The room already has the file, but its setting was damaged or different, and was written again.
    case mended(version: Int64)
    /// All files together would exceed the limit.
    case full
    /// The room was erased after the upload began.
    case roomErased
}
