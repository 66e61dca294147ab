import Journal
import Texts

/// Where uploaded files are kept.
///
/// All of it is done by other threads than the loop's.
protocol AssetStore: Sendable {
    /// Those that are on their way.
    var uploads: Uploads { get }

    /// Ends an upload: keeps the examined file for a room. If that has it not, it is noted who did
    /// it: no file is there of which nobody knows whose it is. `basis` is the newest version of the settings that was
    /// known when the upload began: of servers that share files, the log refuses it if the room was erased later.
    func keep(
        _ asset: Asset, _ number: UInt64, for room: Text, basis: Int64, noting note: AuditNote
    ) -> AssetOutcome

    /// A room has a file no more; with `isLast`, nobody has. Returns the version of the settings since which a shared file
    /// is removed.
    func remove(
        _ asset: Asset, from room: Text, isLast: Bool, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64?

    /// What was kept of files for a room that is gone goes.
    func forget(_ names: [(name: Text, isLast: Bool)], of room: Text)

    /// Nil if it can't be read here.
    func reading(_ asset: Asset) -> AssetReading?
}

/// What has become of an upload.
enum AssetOutcome: Sendable {
    case kept(Asset)
    /// Servers share it. Its setting has this version.
    case shared(Asset, version: Int64, isNew: Bool)
    /// The room was erased after the upload began.
    case leaving
    /// There is no room for it.
    case full
    /// The disk could not keep it.
    case failed(String)
    /// It could not be told who uploaded it.
    case untold(JournalError)
}
