import Glibc
import Journal

/// Which files a journal has open: to tell when others stand in their place, or none.
///
/// That of the lock belongs to it: another server would get one that is made anew. So does `-shm`, in
/// which SQLite's connections agree who writes: with one of their own others would take the log beside the
/// file for nobody's, and do away with it.
struct FileIdentity: Equatable {
    private let files: [File?]

    private static let suffixes = ["", "-wal", "-shm"]

    struct File: Equatable {
        private let device: UInt
        private let inode: UInt

        /// Nil if there is none at this path.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
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
    func check(_ directory: String) throws(JournalError) {
        for (path, file) in zip(Self.paths(directory), files) where File(path) != file {
            throw .replaced(path: path)
        }
    }

    private static func paths(_ directory: String) -> [String] {
        suffixes.map { "\(directory)/journal.sqlite\($0)" } + [DirectoryLock.path(in: directory)]
    }
}
