import Glibc
import Journal

/// Which files a journal has open: to tell when others stand in their place, or none.
///
/// That of the lock belongs to it: another server would get one that is made anew. So does `-shm`, in
/// which SQLite's connections agree who writes: with one of their own others would take the log beside the
/// file for nobody's, and do away with it.
struct FileIdentity {
    private let files: [File?]
    /// The directory as it was when they were last looked at; nil: it had just changed.
    private var directory: Directory?

    private static let suffixes = ["", "-wal", "-shm"]

    struct File: Equatable {
        private let device: UInt
        private let inode: UInt

        /// Nil if there is none at this path.
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

    /// That of the files which a journal in `directory` has now.
    init(directory: String) {
        files = Self.paths(directory).map(File.init)
    }

    /// The journal's own file.
    var journal: File? { files[0] }

    /// Throws, with the first path where it is not so, unless these are still the files in `directory`.
    ///
    /// Asked at every write: so while nothing in the directory has changed none of them is looked at.
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

    /// What tells whether a file in a directory was made, removed or renamed: each sets the directory's time.
    private struct Directory: Equatable {
        private let file: File
        private let changedNanoseconds: Int64

        /// Nil if there is none at this path.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            file = File(status)
            changedNanoseconds = status.st_ctim.nanoseconds
        }

        /// Whether a change from now on gives it another time. File systems set it by a clock that stands
        /// still for milliseconds.
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
