import Glibc

/// A file that takes space on the disk, so that a room can be erased when the disk is full.
///
/// An erasure frees space, but SQLite first writes it to the write-ahead log. If the log can't grow, the log deletes
/// this file and tries again.
struct DiskReserve {
    private let path: String

    /// The write-ahead log of one small piece of an erasure takes less.
    private static let byteCount: off_t = 4 << 20

    init(directory: String) {
        path = directory + "/reserve"
    }

    /// Takes the space if the disk has it.
    func fill() {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        // A partly allocated reserve would take space without being enough.
        if posix_fallocate(descriptor, 0, Self.byteCount) != 0 { unlink(path) }
    }

    /// Frees the space. Returns false if the reserve does not exist.
    func release() -> Bool { unlink(path) == 0 }
}
