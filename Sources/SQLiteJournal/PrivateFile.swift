import Glibc

/// Makes files readable and writable only for their owner, whatever the permissions of their directory.
enum PrivateFile {
    /// Creates an empty file if it does not exist. SQLite gives the files that it creates beside it the
    /// same permissions.
    static func make(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Removes the permissions of group and others from a file of this user. Does not open the file, because
    /// closing a file that SQLite has open would drop SQLite's locks.
    static func restrictToOwner(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        chmod(path, status.st_mode & 0o7700)
    }
}
