import Dispatch
import Journal

/// Reads a value again from a log that other servers share, when it may have changed.
///
/// Belongs to the loop's thread; reads on another.
final class Renewal<Value: Sendable> {
    private let read: @Sendable () throws(JournalError) -> Value
    private let queue = DispatchQueue(label: "ovation.renewing")
    private let made: Mailbox<Value?>
    private(set) var isUnderWay = false
    /// True if the value may have changed after the present reading began.
    private var isStale = false
    /// Several changes in a row are read at once; a failed reading is repeated after so long.
    private static var pause: DispatchTimeInterval { .milliseconds(200) }

    init(
        wake: @escaping @Sendable () -> Void,
        read: @escaping @Sendable () throws(JournalError) -> Value
    ) {
        self.read = read
        made = Mailbox(wake: wake)
    }

    func begin() {
        guard !isUnderWay else {
            isStale = true
            return
        }
        (isUnderWay, isStale) = (true, false)
        queue.asyncAfter(deadline: .now() + Self.pause) { [read, made] in made.put(try? read()) }
    }

    /// As `begin`, unless a reading is under way.
    func join() { if !isUnderWay { begin() } }

    /// Hands over each value that was read. A value that may have changed since is handed over too, and read again:
    /// frequent changes never keep the server from learning.
    func deliver(_ take: (Value) -> Void) {
        for value in made.takeAll() {
            isUnderWay = false
            if value == nil || isStale { begin() }
            if let value { take(value) }
        }
    }
}
