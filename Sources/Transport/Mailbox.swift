import Synchronization

/// A queue in which other threads put values for the event loop's thread. Each new value wakes the loop.
///
///     let results = Mailbox<Int>(wake: loop.handle.wake)
///     queue.async { results.put(compute()) }
///     // on the loop's thread, once woken:
///     for result in results.takeAll() { … }
package final class Mailbox<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let wake: @Sendable () -> Void

    package init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Adds a value. Any thread may call it.
    package func put(_ value: Value) {
        values.withLock { $0.append(value) }
        wake()
    }

    /// Removes and returns all values since the last call, in order.
    package func takeAll() -> [Value] {
        values.withLock { values in
            defer { values.removeAll() }
            return values
        }
    }
}
