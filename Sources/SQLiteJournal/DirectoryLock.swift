import Glibc
public import Journal

/// An exclusive lock on a data directory between processes, held until it is released or deinitialized.
///
/// The system releases it when the process ends in any way.
public final class DirectoryLock: Sendable {
    private let descriptor: Int32

    static func path(in directory: String) -> String { directory + "/lock" }

    /// Throws `inUse` if another process holds the lock.
    public init(directory: String) throws(JournalError) {
        let path = Self.path(in: directory)
        // From here on, a throw runs the deinit, which closes the descriptor.
        descriptor = try Self.open(path)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path: directory) }
        PrivateFile.restrictToOwner(path)
    }

    deinit {
        Glibc.close(descriptor)
    }

    func release() { flock(descriptor, LOCK_UN) }

    /// Opens the lock file. Does not follow a symbolic link in its place, because it could lead to any file.
    private static func open(_ path: String) throws(JournalError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == ELOOP ? "it is a link" : String(cString: strerror(errno))
            throw .storage(code: 0, message: "\(path): \(reason)")
        }
        return descriptor
    }
}
