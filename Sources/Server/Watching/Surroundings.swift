import Dispatch
import Glibc
import Synchronization

/// What the server has of its machine: space on the disk, and memory. It is measured on a queue of its own,
/// so that a disk that hangs holds up nobody.
final class Surroundings: Sendable {
    struct Measure: Equatable {
        /// Free space for this user on the disk that has the journal; nil: not known.
        var diskFreeBytes: Int?
        var diskBytes = 0
        /// The journal, and the log beside it.
        var journalBytes = 0
        /// What of the memory is this process's.
        var memoryBytes = 0

        /// Whether less than 256 MiB is free, or than a fiftieth of a smaller disk.
        var isDiskNearlyFull: Bool {
            guard let diskFreeBytes else { return false }
            return diskFreeBytes < min(256 << 20, diskBytes / 50)
        }
    }

    private let directory: String
    private let queue = DispatchQueue(label: "ovation.surroundings", qos: .utility)
    private let measure = Mutex(Measure())
    private let isMeasuring = Atomic(false)

    /// `directory`: the journal's. Measures before it returns.
    init(directory: String) {
        self.directory = directory
        measureNow()
    }

    /// What was measured last.
    var newest: Measure { measure.withLock { $0 } }

    /// Measures anew, in a moment; at most once at a time.
    func renew() {
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
