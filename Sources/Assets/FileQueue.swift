import Dispatch
import Transport

/// A queue that runs file operations one at a time on another thread, and their completions on the event loop's thread.
///
/// Belongs to the event loop's thread.
final class FileQueue {
    private let queue: DispatchQueue
    private let outcomes: Mailbox<(ticket: UInt64, value: any Sendable)>
    private var waiting: [UInt64: (any Sendable) -> Void] = [:]
    private var nextTicket: UInt64 = 0
    /// The time of the last outcome, or of the first work in an empty queue, on the monotonic clock.
    private var sinceNanoseconds: UInt64 = 0

    init(label: String, wake: @escaping @Sendable () -> Void) {
        queue = DispatchQueue(label: label)
        outcomes = Mailbox(wake: wake)
    }

    /// The number of tasks whose completion has not run yet.
    var count: Int { waiting.count }

    /// The time since the last outcome; 0 if the queue is empty.
    func stallNanoseconds(at now: UInt64) -> UInt64 {
        guard waiting.count > 0 else { return 0 }
        return now - min(now, sinceNanoseconds)
    }

    /// Runs `work` on another thread, and then `completion` on this one.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, completion: @escaping (Value) -> Void = { _ in }
    ) {
        nextTicket += 1
        if waiting.isEmpty { sinceNanoseconds = LoopTimer.now }
        waiting[nextTicket] = { if let value = $0 as? Value { completion(value) } }
        queue.async { [nextTicket, outcomes] in outcomes.put((nextTicket, work())) }
    }

    /// Runs the completions of finished tasks.
    func deliver() {
        let outcomes = outcomes.takeAll()
        if !outcomes.isEmpty { sinceNanoseconds = LoopTimer.now }
        for (ticket, value) in outcomes { waiting.removeValue(forKey: ticket)?(value) }
    }
}
