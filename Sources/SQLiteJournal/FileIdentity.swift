import Glibc

/// Which files a journal has open: to tell when others stand in their place, or none.
struct FileIdentity: Equatable {
    private let file: File?
    private let log: File?

    private struct File: Equatable {
        let device: UInt
        let inode: UInt

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
        }
    }

    /// That of a journal's file and of the log beside it now.
    init(path: String, logPath: String) {
        file = File(path)
        log = File(logPath)
    }
}
