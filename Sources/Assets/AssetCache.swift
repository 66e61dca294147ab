import Digests
import Foundation
import Glibc
import Journal
import SQLiteJournal
import Synchronization
import Texts
import Wire

/// A store for uploaded files that several servers share through Redis, with copies on this server's disk of the files
/// that clients requested.
///
/// Other threads than the event loop's use it, except at the start.
final class AssetCache: AssetStore {
    let uploads: Uploads
    private let path: String
    private let files: any SharedFiles
    private let limitBytes: Int
    /// Keeps other servers out of the directory: they would delete this server's unfinished files.
    private let lock: DirectoryLock
    /// The copies whose content was checked since the start. A power cut may leave incomplete ones.
    private let whole = Mutex<Set<Text>>([])

    private static let pieceBytes = 256 << 10

    /// Creates the directory if it is missing.
    init(data: String, limitBytes: Int, files: any SharedFiles) throws {
        path = data + "/shared-assets"
        uploads = Uploads(in: path)
        self.limitBytes = limitBytes
        self.files = files
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        lock = try DirectoryLock(directory: data)
    }

    /// Removes unfinished uploads and all copies except those with these names.
    func clean(keeping names: Set<Text>) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where !names.contains(Text(name)) { unlink("\(path)/\(name)") }
    }

    func keep(
        _ asset: Asset, _ number: UInt64, for room: Text, basis: Int64, noting note: AuditNote
    ) -> AssetOutcome {
        defer { uploads.discard(number) }
        do throws(JournalError) {
            let verdict = try files.keep(
                StoredFile(asset, of: room), basis: basis, limitBytes: limitBytes, noting: note
            ) { uploads.bytes($0, of: number) }
            let outcome: AssetOutcome
            switch verdict {
            case .full: return .full
            case .roomErased: return .leaving
            case .kept(let version): outcome = .shared(asset, version: version, isNew: true)
            case .known(let version), .mended(let version):
                outcome = .shared(asset, version: version, isNew: false)
            }
            // If the rename fails, a later request fetches the file.
            if uploads.place(number, as: asset.name) == nil { noteWhole(asset.name) }
            return outcome
        } catch {
            return .untold(error)
        }
    }

    func remove(
        _ asset: Asset, from room: Text, isLast: Bool, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64? {
        try files.drop(name: asset.name, from: room, basis: basis, noting: note)
    }

    /// Does nothing: the shared log deletes the files with the room.
    func forget(_ names: [(name: Text, isLast: Bool)], of room: Text) {}

    // MARK: Copies

    /// Removes the copy of a file: no room has the file any more, or the copy is damaged.
    func removeCopy(_ name: Text) {
        whole.withLock { _ = $0.remove(name) }
        unlink("\(path)/\(name)")
    }

    func reading(_ asset: Asset) -> AssetReading? {
        guard let reading = AssetReading("\(path)/\(asset.name)") else { return nil }
        let isLong = asset.bytes == 0 || reading.bytes(asset.bytes - 1..<asset.bytes) != nil
        if isLong, whole.withLock({ $0.contains(asset.name) }) { return reading }
        guard isLong, isWhole(reading, asset) else {
            removeCopy(asset.name)
            return nil
        }
        noteWhole(asset.name)
        return reading
    }

    private func isWhole(_ reading: AssetReading, _ asset: Asset) -> Bool {
        var hash = SHA256()
        for start in stride(from: 0, to: asset.bytes, by: Self.pieceBytes) {
            let range = start..<min(start + Self.pieceBytes, asset.bytes)
            guard let bytes = reading.bytes(range) else { return false }
            hash.update(bytes)
        }
        return asset.isNamed(by: hash.end())
    }

    private func noteWhole(_ name: Text) { whole.withLock { _ = $0.insert(name) } }

    // MARK: Fetching

    /// The reason why a file can't be fetched.
    enum Fault: Error {
        case log(JournalError)
        case disk(String)
    }

    /// Fetches a file from the log and writes a copy of it to the disk. Must not run on two threads at once.
    func fetch(_ asset: Asset) -> Fault? {
        let fresh = "\(path)/fetch-\(UUID().uuidString)"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .disk(Disk.lastFault()) }
        defer { close(descriptor) }
        if let fault = fetch(asset, to: descriptor) {
            unlink(fresh)
            return fault
        }
        guard rename(fresh, "\(path)/\(asset.name)") == 0 else { return .disk(Disk.lastFault()) }
        noteWhole(asset.name)
        return nil
    }

    private func fetch(_ asset: Asset, to descriptor: Int32) -> Fault? {
        var fault: String?
        do throws(JournalError) {
            try files.read(name: asset.name, byteCount: asset.bytes) {
                piece throws(JournalError) in
                fault = Disk.write(piece, to: descriptor)
                if let fault { throw .storage(code: 0, message: fault) }
            }
            return nil
        } catch {
            return fault.map { .disk($0) } ?? .log(error)
        }
    }
}

extension StoredFile {
    fileprivate init(_ asset: Asset, of room: Text) {
        self.init(
            room: room, name: asset.name, byteCount: asset.bytes,
            details: Text(decoding: asset.json.encoded))
    }
}
