import Synchronization

/// Where other threads put values for the loop's thread, which they wake for each.
///
///     let results = Mailbox<Int>(wake: loop.handle.wake)
///     queue.async { results.put(compute()) }
///     // on the loop's thread, once woken:
///     for result in results.takeAll() { … }
final class Mailbox<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// From any thread.
    func put(_ value: Value) {
        values.withLock { $0.append(value) }
        wake()
    }

    /// Takes out all that has been put since the last call, in that order.
    func takeAll() -> [Value] {
        values.withLock { values in
            defer { values.removeAll() }
            return values
        }
    }
}
