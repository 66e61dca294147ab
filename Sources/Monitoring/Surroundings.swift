import Dispatch
import Glibc
import Synchronization

/// Measures disk space, the size of the journal, and the server's memory. It uses a queue of its own, so that a disk
/// that hangs does not block the event loop.
package final class Surroundings: Sendable {
    package struct Measure: Equatable {
        /// Free space for this user on the disk of the journal; nil if unknown.
        package var diskFreeBytes: Int?
        var diskBytes = 0
        /// The journal's file and its write-ahead log.
        var journalBytes = 0
        /// The resident memory of this process.
        var memoryBytes = 0

        /// True if less than 256 MiB is free, or less than a fiftieth of a smaller disk.
        package var isDiskNearlyFull: Bool {
            guard let diskFreeBytes else { return false }
            return diskFreeBytes < min(256 << 20, diskBytes / 50)
        }
    }

    private let directory: String
    private let queue = DispatchQueue(label: "ovation.surroundings", qos: .utility)
    private let measure = Mutex(Measure())
    private let isMeasuring = Atomic(false)

    /// Measures before it returns. `directory` is the journal's.
    package init(directory: String) {
        self.directory = directory
        measureNow()
    }

    /// The last measurement.
    package var newest: Measure { measure.withLock { $0 } }

    /// Starts another measurement, unless one is in progress.
    package func renew() {
        guard !isMeasuring.exchange(true, ordering: .acquiring) else { return }
        queue.async { [self] in
            measureNow()
            isMeasuring.store(false, ordering: .releasing)
        }
    }

    private func measureNow() {
        var found = Measure()
        var disk = statvfs()
        if statvfs(directory, &disk) == 0 {
            found.diskFreeBytes = Int(disk.f_bavail) * Int(disk.f_frsize)
            found.diskBytes = Int(disk.f_blocks) * Int(disk.f_frsize)
        }
        for name in ["journal.sqlite", "journal.sqlite-wal"] {
            var status = stat()
            if stat("\(directory)/\(name)", &status) == 0 {
                found.journalBytes += Int(status.st_size)
            }
        }
        found.memoryBytes = Self.residentPages * Int(sysconf(Int32(_SC_PAGESIZE)))
        measure.withLock { $0 = found }
    }

    /// The second number of /proc/self/statm.
    private static var residentPages: Int {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &buffer, buffer.count)
        let words = buffer[..<max(0, count)].split(separator: UInt8(ascii: " "))
        guard words.count > 1 else { return 0 }
        return words[1].reduce(0) { $0 * 10 + Int($1) - 48 }
    }
}
