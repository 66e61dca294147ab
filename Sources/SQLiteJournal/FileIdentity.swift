import Glibc
import Journal

/// Identifies the files that a journal has open, to detect that they were removed or replaced.
///
/// The lock file is one of them, because another server could lock a new file in its place. So is `-shm`, through
/// which SQLite's connections coordinate: connections with a different `-shm` would take the write-ahead log for
/// an orphan, and delete it.
struct FileIdentity {
    private let files: [File?]
    /// The directory at the last check of the files; nil if it had just changed then.
    private var directory: Directory?

    private static let suffixes = ["", "-wal", "-shm"]

    struct File: Equatable {
        private let device: UInt
        private let inode: UInt

        /// Returns nil if no file is at this path.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }

        fileprivate init(_ status: stat) {
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
        }
    }

    /// Identifies the files that a journal in `directory` has now.
    init(directory: String) {
        files = Self.paths(directory).map(File.init)
    }

    /// The journal's own file.
    var journal: File? { files[0] }

    /// Throws `replaced` with the first path whose file is missing or another one.
    ///
    /// Every write calls this, so it looks at the files only if the directory has changed.
    mutating func check(_ directory: String) throws(JournalError) {
        let found = Directory(directory)
        if let found, found == self.directory { return }
        for (path, file) in zip(Self.paths(directory), files) where File(path) != file {
            throw .replaced(path: path)
        }
        self.directory = found.flatMap { $0.isSettled ? $0 : nil }
    }

    static func paths(_ directory: String) -> [String] {
        suffixes.map { "\(directory)/journal.sqlite\($0)" } + [DirectoryLock.path(in: directory)]
    }

    /// The identity and change time of a directory. The time changes when a file is created, removed or renamed.
    private struct Directory: Equatable {
        private let file: File
        private let changedNanoseconds: Int64

        /// Returns nil if no directory is at this path.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            file = File(status)
            changedNanoseconds = status.st_ctim.nanoseconds
        }

        /// True if any later change gives the directory another time. File systems take the time from a clock
        /// that advances only every few milliseconds.
        var isSettled: Bool {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return now.nanoseconds - changedNanoseconds > 100_000_000
        }
    }
}

extension timespec {
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
