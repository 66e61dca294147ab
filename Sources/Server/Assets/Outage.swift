import Journal
import Synchronization
import Transport

/// What kept a log that is shared from being written to: so those who waited for it meanwhile need not find
/// it out one after the other.
final class Outage: Sendable {
    private let last = Mutex<(error: JournalError, nanoseconds: UInt64)?>(nil)

    func note(_ error: JournalError, atNanoseconds now: UInt64 = LoopTimer.now) {
        switch error {
        // Of those who waited nothing was sent.
        case .lost(let host, let reason), .refused(let host, let reason):
            last.withLock { $0 = (.refused(host: host, reason: reason), now) }
        default: break
        }
    }

    /// What happened to those before who has waited since then.
    func error(sinceNanoseconds asked: UInt64) -> JournalError? {
        last.withLock { last in
            guard let last, last.nanoseconds > asked else { return nil }
            return last.error
        }
    }
}
