import Glibc

/// Which files a journal has open: to tell when others stand in their place, or none.
struct FileIdentity: Equatable {
    private let files: [File?]

    private struct File: Equatable {
        let device: UInt
        let inode: UInt
    }

    /// That of the files at a journal's path now.
    init(path: String) {
        files = ["", "-wal"].map { suffix in
            var status = stat()
            guard stat(path + suffix, &status) == 0 else { return nil }
            return File(device: UInt(status.st_dev), inode: UInt(status.st_ino))
        }
    }
}
