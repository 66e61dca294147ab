import Glibc

/// Files that only their owner may read and write, whoever made the directory they are in.
enum PrivateFile {
    /// Makes an empty file, if there is none. SQLite gives the files that it makes beside it the
    /// same permissions.
    static func make(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Takes group's and others' permissions off a file that is ours. It is not opened: closing a
    /// file that SQLite has open would drop SQLite's locks.
    static func restrictToOwner(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        chmod(path, status.st_mode & 0o7700)
    }
}
