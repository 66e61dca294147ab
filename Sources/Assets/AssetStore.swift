import Journal
import Texts

/// The interface to the storage of uploaded files, which is a directory of this server (`AssetDirectory`) or the log
/// that several servers share (`AssetCache`).
///
/// Other threads than the event loop's use it.
protocol AssetStore: Sendable {
    /// The uploads that are not complete yet.
    var uploads: Uploads { get }

    /// Ends an upload: stores the examined file for a room. If the room did not have the file, the store first writes
    /// an audit note of the uploader, so that no file has an unknown origin.
    ///
    /// `basis` is the newest version of the settings that this server knew when the upload began. A shared log refuses
    /// the file if the room was erased after that version.
    func keep(
        _ asset: Asset, _ number: UInt64, for room: Text, basis: Int64, noting note: AuditNote
    ) -> AssetOutcome

    /// Removes a file from a room; with `isLast`, no other room has the file. Returns the version of the settings that
    /// removes a shared file, and nil for a file of this server.
    func remove(
        _ asset: Asset, from room: Text, isLast: Bool, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64?

    /// Deletes the files of a room that is gone.
    func forget(_ names: [(name: Text, isLast: Bool)], of room: Text)

    /// Opens a file for reading; nil if the file is missing or can't be read here.
    func reading(_ asset: Asset) -> AssetReading?
}

/// The result of an upload.
enum AssetOutcome: Sendable {
    case kept(Asset)
    /// The file is shared between servers. Its setting has this version.
    case shared(Asset, version: Int64, isNew: Bool)
    /// The room was erased after the upload began.
    case leaving
    /// All files together would have more bytes than the limit.
    case full
    /// The disk did not store the file.
    case failed(String)
    /// The log did not take the file or its audit note.
    case untold(JournalError)
}
