import Glibc

/// Reads, writes and syncs files through system calls, for uploaded files.
enum Disk {
    /// Writes all bytes; returns the reason if that fails.
    static func write(_ piece: [UInt8], to descriptor: Int32) -> String? {
        var written = 0
        while written < piece.count {
            let count = piece[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return lastFault() }
            written += count
        }
        return nil
    }

    /// Reads up to `most` bytes from the offset `start`; fewer at the end of the file or after an error.
    static func bytes(of descriptor: Int32, _ start: Int, _ most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            while count < most {
                let got = pread(
                    descriptor, buffer.baseAddress.unsafelyUnwrapped + count, most - count,
                    start + count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                count += got
            }
        }
    }

    /// Syncs a directory, so that new and removed names survive a power cut.
    static func sync(_ directory: String) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func lastFault() -> String { String(cString: strerror(errno)) }
}
