import Glibc
import Synchronization

/// The running programs of a server, which end with it.
package final class RunningPrograms: Sendable {
    /// The process groups of the programs; nil after `end`. A program leaves before its number can be given to another
    /// process.
    private let groups = Mutex<Set<pid_t>?>([])

    package init() {}

    /// Calls `body`, which starts a program and returns its process group. Returns nil, and does not call it, after
    /// `end`.
    func start(_ body: () throws(SpeechFault) -> pid_t) throws(SpeechFault) -> pid_t? {
        // The lock is held until the group is known, so that `end` finds each program that was started.
        try groups.withLock { (groups) throws(SpeechFault) -> pid_t? in
            guard groups != nil else { return nil }
            let group = try body()
            groups!.insert(group)
            return group
        }
    }

    func remove(_ group: pid_t) { groups.withLock { _ = $0?.remove(group) } }

    /// Ends all programs, and lets no other program start.
    package func end() {
        groups.withLock { groups in
            for group in groups ?? [] { kill(-group, SIGKILL) }
            groups = nil
        }
    }
}
