import Digests
import Foundation
import Glibc
import Journal
import Texts

/// The directory beside a backup that contains the backup's copies of uploaded files. Each content is stored under its
/// SHA-256.
///
/// A newer backup of the same name keeps the contents that are still needed and intact.
final class FileStore {
    let path: String
    /// The open directory, locked against another backup of the same name; -1 if not opened.
    private var descriptor: Int32 = -1

    /// Returns the path of the directory for a backup.
    static func path(of backup: String) -> String { backup + ".files" }

    init(of backup: String) {
        path = Self.path(of: backup)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Creates the directory if it is missing, and locks it. Throws if the path is no directory, or if
    /// another backup holds the lock.
    func open() throws(JournalError) {
        if descriptor >= 0 { return }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure() }
        let opened = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard opened >= 0 else {
            guard errno == ENOTDIR || errno == ELOOP else { throw failure() }
            throw .unusable(path: path, reason: "something else is there, which is left as it is")
        }
        guard FileLock.take(opened, waitsSeconds: 0) else {
            close(opened)
            throw .unusable(path: path, reason: "another backup is writing it; wait for its end")
        }
        descriptor = opened
    }

    // MARK: Contents

    func path(of name: Text) -> String { "\(path)/\(name)" }

    /// Returns the size of a content; nil if it is missing or does not match its name.
    func byteCount(of name: Text) throws(JournalError) -> Int? {
        let file = Glibc.open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return try? Contents.copy(file, to: nil, as: name)
    }

    /// Copies a content into the directory, and returns its size in bytes. Returns nil without a change if the source
    /// cannot be read or does not match its name. Throws if the copy cannot be written.
    func copy(_ source: Int32, as name: Text) throws(JournalError) -> Int? {
        try open()
        let fresh = path(of: name) + ".new"
        unlink(fresh)
        guard let count = try Contents.copy(source, toNew: fresh, as: name, failure) else {
            return nil
        }
        guard rename(fresh, path(of: name)) == 0 else {
            defer { unlink(fresh) }
            throw failure()
        }
        return count
    }

    /// Flushes the directory, so that names survive a power cut.
    func flush() throws(JournalError) {
        guard descriptor < 0 || fsync(descriptor) == 0 else { throw failure() }
    }

    /// Removes the contents of older backups, and then the directory if it is empty.
    func prune(keeping names: Set<Text>) throws(JournalError) {
        guard exists else { return }
        try open()
        for name in try UploadedFiles.names(in: path) where !names.contains(name) {
            let parts = name.elements(separatedBy: UInt8(ascii: "."))
            let isLeft = parts.count == 3 && parts[2] == "new"
            let content = isLeft ? Text("\(parts[0]).\(parts[1])") : name
            if UploadedFiles.Place.isFileName(content) { unlink(path(of: name)) }
        }
        rmdir(path)
    }

    /// Removes contents, and then the directory if it is empty.
    func remove(_ names: [Text]) {
        guard descriptor >= 0 else { return }
        for name in names { unlink(path(of: name)) }
        rmdir(path)
    }

    private func failure() -> JournalError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}

/// Copies files that are named by the hash of their content, in pieces, and verifies them meanwhile.
enum Contents {
    private static let pieceBytes = 256 << 10

    /// The reason why a copy was not written.
    struct WriteFault: Error {
        let code: Int32
    }

    /// Copies to a file that must not exist yet, and flushes it. Returns nil and leaves no file if the
    /// source does not match its name or cannot be read. `failure` creates an error from `errno`.
    static func copy(
        _ source: Int32, toNew path: String, as name: Text, _ failure: () -> JournalError
    ) throws(JournalError) -> Int? {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let target = open(path, flags, 0o600)
        guard target >= 0 else { throw failure() }
        defer { close(target) }
        do throws(WriteFault) {
            guard let count = try copy(source, to: target, as: name) else {
                unlink(path)
                return nil
            }
            guard fsync(target) == 0 else { throw WriteFault(code: errno) }
            return count
        } catch {
            unlink(path)
            errno = error.code
            throw failure()
        }
    }

    /// Reads a whole file, and writes it to `target` if there is one. Returns its size; nil if it does
    /// not match its name or cannot be read.
    static func copy(_ source: Int32, to target: Int32?, as name: Text) throws(WriteFault) -> Int? {
        var (hash, place) = (SHA256(), 0)
        while true {
            guard let piece = piece(of: source, at: place) else { return nil }
            if piece.isEmpty { break }
            hash.update(piece)
            if let target { try write(piece, to: target) }
            place += piece.count
        }
        return name.begins(with: Text(hexadecimal: hash.end())) ? place : nil
    }

    /// Returns the next piece, empty at the end; nil if it cannot be read.
    private static func piece(of source: Int32, at place: Int) -> [UInt8]? {
        var hasFailed = false
        let piece = [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count in
            while count < pieceBytes {
                let taken = pread(
                    source, buffer.baseAddress! + count, pieceBytes - count, place + count)
                if taken < 0, errno == EINTR { continue }
                hasFailed = taken < 0
                if taken <= 0 { return }
                count += taken
            }
        }
        return hasFailed ? nil : piece
    }

    /// Writes a small file that must not exist yet, and flushes it.
    static func write(
        _ bytes: [UInt8], toNew path: String, _ failure: () -> JournalError
    ) throws(JournalError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let target = open(path, flags, 0o600)
        guard target >= 0 else { throw failure() }
        defer { close(target) }
        do throws(WriteFault) {
            try write(bytes, to: target)
        } catch {
            errno = error.code
            throw failure()
        }
        guard fsync(target) == 0 else { throw failure() }
    }

    private static func write(_ bytes: [UInt8], to target: Int32) throws(WriteFault) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(target, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw WriteFault(code: count < 0 ? errno : ENOSPC) }
            written += count
        }
    }
}
