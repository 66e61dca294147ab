import Dispatch
import Journal
import Synchronization

/// What is done with the disk beside the loop, in order, and what follows from it on the loop.
///
/// Belongs to the loop's thread; what it does is done on another.
final class Errands {
    private let queue = DispatchQueue(label: "ovation.errands")
    private let box: Box
    private var waiting: [UInt64: (JournalError?) -> Void] = [:]
    private var nextTicket: UInt64 = 0

    /// Where outcomes wait for the loop's thread.
    private final class Box: Sendable {
        let outcomes = Mutex<[(ticket: UInt64, error: JournalError?)]>([])
        let wake: @Sendable () -> Void

        init(wake: @escaping @Sendable () -> Void) {
            self.wake = wake
        }

        func put(_ ticket: UInt64, _ error: JournalError?) {
            outcomes.withLock { $0.append((ticket, error)) }
            wake()
        }
    }

    init(wake: @escaping @Sendable () -> Void) {
        box = Box(wake: wake)
    }

    /// How many are not done yet.
    var count: Int { waiting.count }

    /// Does `work` on another thread, and then `completion` on this one, with the error that it met.
    func run(
        _ work: @escaping @Sendable () throws(JournalError) -> Void,
        completion: @escaping (JournalError?) -> Void
    ) {
        nextTicket += 1
        waiting[nextTicket] = completion
        queue.async { [nextTicket, box] in
            do throws(JournalError) {
                try work()
                box.put(nextTicket, nil)
            } catch {
                box.put(nextTicket, error)
            }
        }
    }

    /// Goes on with what has been done.
    func deliver() {
        let outcomes = box.outcomes.withLock { outcomes in
            defer { outcomes.removeAll() }
            return outcomes
        }
        for (ticket, error) in outcomes { waiting.removeValue(forKey: ticket)?(error) }
    }
}
