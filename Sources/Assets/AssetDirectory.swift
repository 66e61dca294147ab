import Foundation
import Glibc
import Journal
import SQLiteJournal
import Synchronization
import Texts
import Wire

/// A store for uploaded files in a directory on this server's disk, for a server that shares no files. It has each
/// content once, under its hash, and for each room a small file with the description of each of the room's files.
///
/// The directory, not the journal's settings, records each room's files, so that the server can delete files while the
/// disk is full. Other threads than the event loop's use it, except for reading at the start.
final class AssetDirectory: AssetStore {
    let uploads: Uploads
    /// The files and their lock: a backup copies the files while the server runs.
    private let files: UploadedFiles
    private var path: String { files.path }
    private let auditLog: any AuditLog
    /// Audit notes of removals that could not be written because the disk was full. They are written before the next
    /// note.
    private let owed = Mutex<[AuditNote]>([])

    /// Creates the directory if it is missing.
    init(data: String, auditLog: any AuditLog) throws {
        files = UploadedFiles(in: data)
        uploads = Uploads(in: files.path)
        self.auditLog = auditLog
        try FileManager.default.createDirectory(
            atPath: files.roomsPath, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    // MARK: The start

    /// Returns the files of each room. Deletes files that no room has, and unfinished uploads.
    func read() throws -> [Text: [Asset]] {
        let manager = FileManager.default
        var rooms: [Text: [Asset]] = [:]
        var named: Set<Text> = []
        for room in try manager.contentsOfDirectory(atPath: files.roomsPath) {
            var assets: [Asset] = []
            for name in try manager.contentsOfDirectory(atPath: files.directory(of: Text(room))) {
                guard let asset = asset(Text(name), in: Text(room)) else { continue }
                assets.append(asset)
                named.insert(asset.name)
            }
            rooms[Text(room)] = assets.sorted(by: Asset.areInOrder)
        }
        for name in try manager.contentsOfDirectory(atPath: path)
        where Text(name) != Text("rooms") && !named.contains(Text(name)) {
            unlink("\(path)/\(name)")
        }
        return rooms
    }

    private func asset(_ name: Text, in room: Text) -> Asset? {
        guard Asset.isName(name), access("\(path)/\(name)", R_OK) == 0,
            let data = FileManager.default.contents(atPath: "\(files.directory(of: room))/\(name)"),
            let json = try? JSON(parsing: Array(data))
        else { return nil }
        return Asset(name: name, json)
    }

    // MARK: Uploads

    func keep(
        _ asset: Asset, _ number: UInt64, for room: Text, basis: Int64, noting note: AuditNote
    ) -> AssetOutcome {
        defer { uploads.discard(number) }
        if let fault = uploads.flush(number) { return .failed(fault) }
        return files.exclusively { _ in
            if !has(asset.name, in: room) {
                do throws(JournalError) {
                    try tell(note)
                } catch {
                    return .untold(error)
                }
            }
            if let fault = uploads.place(number, as: asset.name) { return .failed(fault) }
            Disk.sync(path)
            return write(asset, for: room).map { .failed($0) } ?? .kept(asset)
        }
    }

    /// Writes the description of a room's file; returns the reason if that fails.
    private func write(_ asset: Asset, for room: Text) -> String? {
        let directory = files.directory(of: room)
        mkdir(directory, 0o700)
        let fresh = "\(directory)/.new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return Disk.lastFault() }
        defer { close(descriptor) }
        let bytes = asset.json.encoded
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count, fsync(descriptor) == 0,
            rename(fresh, "\(directory)/\(asset.name)") == 0
        else { return Disk.lastFault() }
        Disk.sync(directory)
        Disk.sync(files.roomsPath)
        return nil
    }

    // MARK: Removal

    func remove(
        _ asset: Asset, from room: Text, isLast: Bool, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64? {
        try files.exclusively { _ throws(JournalError) in
            do throws(JournalError) {
                try tell(note)
                remove(asset.name, from: room, isLast: isLast)
            } catch {
                guard error.isDiskFull else { throw error }
                // The file is deleted first: this frees the disk space that the note needs.
                remove(asset.name, from: room, isLast: isLast)
                owed.withLock { $0.append(note) }
                try? tell(nil)
            }
        }
        return nil
    }

    /// Writes the owed notes, and then this one.
    private func tell(_ note: AuditNote?) throws(JournalError) {
        while let first = owed.withLock({ $0.first }) {
            try auditLog.add(first)
            owed.withLock { _ = $0.removeFirst() }
        }
        if let note { try auditLog.add(note) }
    }

    private func remove(_ name: Text, from room: Text, isLast: Bool) {
        unlink("\(files.directory(of: room))/\(name)")
        Disk.sync(files.directory(of: room))
        if isLast, !isNamed(name) { unlink("\(path)/\(name)") }
    }

    /// True if a room has the file: a room may have received it after the removal was requested.
    private func isNamed(_ name: Text) -> Bool {
        let rooms = try? FileManager.default.contentsOfDirectory(atPath: files.roomsPath)
        return rooms?.contains { has(name, in: Text($0)) } ?? true
    }

    private func has(_ name: Text, in room: Text) -> Bool {
        access("\(files.directory(of: room))/\(name)", F_OK) == 0
    }

    func forget(_ names: [(name: Text, isLast: Bool)], of room: Text) {
        for (name, isLast) in names {
            files.exclusively { _ in remove(name, from: room, isLast: isLast) }
        }
        rmdir(files.directory(of: room))
        Disk.sync(files.roomsPath)
    }

    // MARK: Reading

    func reading(_ asset: Asset) -> AssetReading? { AssetReading("\(path)/\(asset.name)") }
}
