import Glibc

/// Files that only their owner may read and write, whoever made the directory they are in.
enum PrivateFile {
    /// Makes an empty file, if there is none. SQLite gives the files that it makes beside it the
    /// same permissions.
    static func make(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Takes from others what they may do with a file, if there is one and it is ours. The file is
    /// not opened: to close a file that SQLite has open would lose its locks.
    static func close(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        chmod(path, status.st_mode & 0o7700)
    }
}
