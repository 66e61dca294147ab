import Dispatch
import Transport

/// Reads a value of the shared log again on another thread when the value may have changed.
///
/// Used only on the event loop's thread; it reads on another thread.
package final class Renewal<Value: Sendable> {
    private let read: @Sendable () throws -> Value
    private let queue = DispatchQueue(label: "ovation.renewing")
    private let made: Mailbox<Value?>
    package private(set) var isUnderWay = false
    /// True if the value may have changed after the present reading began.
    private var isStale = false
    /// The delay before a reading, so that one reading covers several changes. A failed reading is repeated after the
    /// same delay.
    private static var pause: DispatchTimeInterval { .milliseconds(200) }

    package init(
        wake: @escaping @Sendable () -> Void,
        read: @escaping @Sendable () throws -> Value
    ) {
        self.read = read
        made = Mailbox(wake: wake)
    }

    package func begin() {
        guard !isUnderWay else {
            isStale = true
            return
        }
        (isUnderWay, isStale) = (true, false)
        queue.asyncAfter(deadline: .now() + Self.pause) { [read, made] in made.put(try? read()) }
    }

    /// Begins a reading, unless one is in progress.
    package func join() { if !isUnderWay { begin() } }

    /// Calls `take` with each value that was read. A value that may have changed since is passed on too, and read
    /// again, so that steady changes can't keep the server from learning.
    package func deliver(_ take: (Value) -> Void) {
        for value in made.takeAll() {
            isUnderWay = false
            if value == nil || isStale { begin() }
            if let value { take(value) }
        }
    }
}
