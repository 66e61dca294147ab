import Glibc
import Texts

/// The file in the data directory into which the server writes the first admin's key. Only the server's user may read
/// it.
package struct KeyFile {
    package let path: String

    package init(directory: String) {
        path = directory + "/admin-key"
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    package var exists: Bool { access(path, F_OK) == 0 }

    /// Writes a key, and replaces an older file.
    package func write(_ key: Key) throws {
        unlink(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        let line = Array(key.text.utf8) + [UInt8(ascii: "\n")]
        guard Glibc.write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
            throw failure
        }
    }

    private var failure: Failure {
        Failure(description: "\(path) can't be written: \(String(cString: strerror(errno)))")
    }
}
