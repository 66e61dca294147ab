import Glibc
public import Journal

/// Holds a data directory against other processes until it is released, or for as long as it lives.
///
/// The system lets go of it with the process, however that ends.
public final class DirectoryLock: Sendable {
    private let descriptor: Int32

    static func path(in directory: String) -> String { directory + "/lock" }

    /// Throws `inUse` if another has it.
    public init(directory: String) throws(JournalError) {
        let path = Self.path(in: directory)
        // What is thrown once a class has all it stores runs its deinit, which closes this one.
        descriptor = try Self.open(path)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path: directory) }
        PrivateFile.restrictToOwner(path)
    }

    deinit {
        Glibc.close(descriptor)
    }

    func release() { flock(descriptor, LOCK_UN) }

    /// A link in the place of `lock` is not followed: it could lead to anybody's file.
    private static func open(_ path: String) throws(JournalError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = errno == ELOOP ? "it is a link" : String(cString: strerror(errno))
            throw .storage(code: 0, message: "\(path): \(reason)")
        }
        return descriptor
    }
}
