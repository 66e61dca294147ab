import Dispatch
import Foundation
import Glibc
import LiveRooms
import Synchronization

/// A thread of low priority that runs long tasks, such as forecasts and reading the history. With few processors, the
/// event loop and the journal run first.
///
/// Runs one task at a time. When it is released, tasks that have not begun are dropped.
package final class BackgroundThread: Sendable {
    private final class Work: Sendable {
        /// Nil: the thread ends.
        let waiting = Mutex<[@Sendable () -> Void]?>([])
        let arrival = DispatchSemaphore(value: 0)
    }

    private let work = Work()

    package init(name: String) {
        let thread = Thread { [work] in
            // On Linux, this changes the priority of the calling thread only: see nice(2), "C library/kernel
            // differences".
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

    package func run(_ body: @escaping @Sendable () -> Void) {
        work.waiting.withLock { $0?.append(body) }
        work.arrival.signal()
    }

    private static func next(_ work: Work) -> (@Sendable () -> Void)? {
        work.arrival.wait()
        return work.waiting.withLock { $0 == nil ? nil : $0?.removeFirst() }
    }
}
