import Journal
import Synchronization
import Transport

/// Remembers the last failure of the log in Redis, so that file tasks that already waited fail at once with that error.
/// Otherwise each of them would wait for the connection in turn.
final class Outage: Sendable {
    private let last = Mutex<(error: JournalError, nanoseconds: UInt64)?>(nil)

    func note(_ error: JournalError, atNanoseconds now: UInt64 = LoopTimer.now) {
        switch error {
        // The waiting tasks have sent nothing, so for them the log only refused the connection.
        case .lost(let host, let reason), .refused(let host, let reason):
            last.withLock { $0 = (.refused(host: host, reason: reason), now) }
        default: break
        }
    }

    /// Returns the error if the log failed after a task was queued at `asked`, in nanoseconds of the monotonic clock.
    func error(sinceNanoseconds asked: UInt64) -> JournalError? {
        last.withLock { last in
            guard let last, last.nanoseconds > asked else { return nil }
            return last.error
        }
    }
}
