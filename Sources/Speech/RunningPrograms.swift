import Glibc
import Synchronization

/// The running programs of a server, which end with it.
package final class RunningPrograms: Sendable {
    /// The process groups. A program leaves before its number can be given to another process.
    private let groups = Mutex<Set<pid_t>>([])

    package init() {}

    func add(_ group: pid_t) { groups.withLock { _ = $0.insert(group) } }

    func remove(_ group: pid_t) { groups.withLock { _ = $0.remove(group) } }

    /// Ends all programs.
    package func end() {
        groups.withLock { groups in
            for group in groups { kill(-group, SIGKILL) }
        }
    }
}
