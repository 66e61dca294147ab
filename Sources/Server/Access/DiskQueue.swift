import Dispatch
import Journal

/// Does what needs the disk beside the loop, one thing after the other, and goes on with its outcome
/// on the loop.
///
/// Belongs to the loop's thread; what it does is done on another.
final class DiskQueue {
    private let queue = DispatchQueue(label: "ovation.disk")
    private let outcomes: Mailbox<(ticket: UInt64, error: JournalError?)>
    private var waiting: [UInt64: (JournalError?) -> Void] = [:]
    private var nextTicket: UInt64 = 0

    init(wake: @escaping @Sendable () -> Void) {
        outcomes = Mailbox(wake: wake)
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
        queue.async { [nextTicket, outcomes] in
            do throws(JournalError) {
                try work()
                outcomes.put((nextTicket, nil))
            } catch {
                outcomes.put((nextTicket, error))
            }
        }
    }

    /// Goes on with what has been done.
    func deliver() {
        for (ticket, error) in outcomes.takeAll() { waiting.removeValue(forKey: ticket)?(error) }
    }
}
