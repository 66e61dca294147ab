import Foundation
import Glibc
import Journal
import Texts

/// Puts the uploaded files of a backup into a data directory, in one step with the backup's journal.
///
/// The files are prepared in `assets.restored`, together with a second name (hard link) of the new journal. The
/// restore takes effect when that journal gets its place. Only then `assets.restored` becomes `assets`. If a crash
/// interrupts this, the next start of the server or the next restore finds the journal in its place and finishes
/// the restore. Otherwise it removes `assets.restored`.
struct FileRestoring {
    let directory: String

    private var fresh: UploadedFiles { UploadedFiles(path: directory + "/assets.restored") }
    private var current: UploadedFiles { UploadedFiles(in: directory) }
    /// The second name of the restored journal.
    private static let journalName = "/journal.sqlite"

    /// The directory for the files that a restore has replaced.
    static let keptName: Text = "assets.replaced"
    var keptPath: String { "\(directory)/\(Self.keptName)" }

    // MARK: Making ready

    /// Copies the files of a backup and checks them. With `skipsDamaged`, damaged or missing files are
    /// skipped and returned; otherwise they are an error.
    func make(
        _ manifest: BackupManifest, from store: FileStore, skipsDamaged: Bool
    ) throws(JournalError) -> (restored: BackupManifest, lacking: [UploadedFiles.Place]) {
        clear()
        try makeDirectory(fresh.path)
        try makeDirectory(fresh.roomsPath)
        var bad: [Text: String] = [:]
        for (name, byteCount) in manifest.contents {
            bad[name] = try copy(name, byteCount, from: store)
        }
        if !skipsDamaged, let first = bad.min(by: { $0.key < $1.key }) {
            let more = bad.count == 1 ? "" : ", and \(bad.count - 1) more files are damaged or gone"
            throw .damaged(path: store.path(of: first.key), reason: first.value + more)
        }
        let rows = manifest.rows.filter { bad[$0.place.name] == nil }
        for room in Set(rows.map(\.place.room)) { try makeDirectory(fresh.directory(of: room)) }
        for row in rows {
            let path = fresh.detailsPath(row.place)
            try Contents.write(Array(row.details.utf8), toNew: path) { failure(path) }
        }
        for room in Set(rows.map(\.place.room)) { try flush(fresh.directory(of: room)) }
        try flush(fresh.roomsPath)
        let lacking = manifest.rows.map(\.place).filter { bad[$0.name] != nil }
        return (BackupManifest(rows: rows, made: manifest.made), lacking)
    }

    /// Copies a file of the backup. Returns its fault; nil if the file was copied.
    private func copy(
        _ name: Text, _ byteCount: Int, from store: FileStore
    ) throws(JournalError) -> String? {
        let source = open(store.path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else {
            return errno == ENOENT ? "it is gone" : String(cString: strerror(errno))
        }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0, Int(status.st_size) == byteCount else {
            return "it has \(status.st_size) bytes, and had \(byteCount)"
        }
        let path = fresh.contentPath(name)
        let copied = try Contents.copy(source, toNew: path, as: name) { failure(path) }
        return copied == byteCount ? nil : "its content is not what its name says"
    }

    /// Gives the new journal its second name in the prepared directory.
    func tie(to draft: String) throws(JournalError) {
        guard link(draft, fresh.path + Self.journalName) == 0 else { throw failure(fresh.path) }
        try flush(fresh.path)
        try flush(directory)
    }

    func clear() { try? FileManager.default.removeItem(atPath: fresh.path) }

    // MARK: Taking effect

    /// Moves the restored files into place if the restored journal is in place, and removes them otherwise.
    /// Returns true if it kept the replaced files in `keptPath`.
    @discardableResult
    func finish() throws(JournalError) -> Bool {
        guard access(fresh.path, F_OK) == 0 else { return false }
        let journal = FileIdentity.File(directory + Self.journalName)
        guard let tied = FileIdentity.File(fresh.path + Self.journalName), tied == journal else {
            clear()
            return false
        }
        // `rmdir` removes the directories only if they are empty.
        rmdir(current.roomsPath)
        rmdir(current.path)
        let keeps = access(current.path, F_OK) == 0
        if keeps {
            try? FileManager.default.removeItem(atPath: keptPath)
            guard rename(current.path, keptPath) == 0 else { throw failure(keptPath) }
        }
        guard rename(fresh.path, current.path) == 0 else { throw failure(current.path) }
        try flush(directory)
        unlink(current.path + Self.journalName)
        return keeps
    }

    // MARK: Files

    private func makeDirectory(_ path: String) throws(JournalError) {
        guard mkdir(path, 0o700) == 0 else { throw failure(path) }
    }

    private func flush(_ path: String) throws(JournalError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private func failure(_ path: String) -> JournalError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
