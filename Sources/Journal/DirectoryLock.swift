import Glibc

/// Holds a data directory against other processes for as long as it lives.
///
/// The system lets go of it with the process, however that ends.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    init(directory: String) throws(JournalError) {
        let path = directory + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .storage(code: 0, message: "\(path): \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            throw .inUse(path: directory)
        }
    }

    deinit {
        Glibc.close(descriptor)
    }
}
