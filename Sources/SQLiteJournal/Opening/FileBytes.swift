import Glibc
import Journal

/// Reads the journal's files as bytes, without Foundation. Foundation's functions would take longer than all other
/// reading at a start.
enum FileBytes {
    /// Returns the size of a file in bytes; nil if it does not exist.
    static func count(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns the first bytes of a file, at most `limit`; nil if it does not exist. Throws if it cannot be read.
    static func read(
        _ path: String, upTo limit: Int = .max
    ) throws(JournalError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        defer { if descriptor >= 0 { close(descriptor) } }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw failure(path) }
        let size = min(limit, Int(status.st_size))
        var hasFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let taken = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if taken < 0, errno == EINTR { continue }
                hasFailed = taken < 0
                if taken <= 0 { return }
                count += taken
            }
        }
        if hasFailed { throw failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> JournalError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
