import Dispatch
import Foundation
import Glibc
import Synchronization

/// A thread for what may take long: the loop's and the journal's go before it if there are fewer processors
/// than threads that want one.
///
/// Does one thing after the other. What was not begun when it is let go is not done.
final class BackgroundThread: Sendable {
    private final class Work: Sendable {
        /// Nil: it ends.
        let waiting = Mutex<[@Sendable () -> Void]?>([])
        let arrival = DispatchSemaphore(value: 0)
    }

    private let work = Work()

    init(name: String) {
        let thread = Thread { [work] in
            // Of this thread alone: see nice(2), "C library/kernel differences".
            _ = nice(10)
            while let next = Self.next(work) { next() }
        }
        thread.name = name
        thread.start()
    }

    deinit {
        work.waiting.withLock { $0 = nil }
        work.arrival.signal()
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        work.waiting.withLock { $0?.append(body) }
        work.arrival.signal()
    }

    private static func next(_ work: Work) -> (@Sendable () -> Void)? {
        work.arrival.wait()
        return work.waiting.withLock { $0 == nil ? nil : $0?.removeFirst() }
    }
}
