import Dispatch
import Journal

/// Something kept in a log that others share, read anew when it may be other.
///
/// Belongs to the loop's thread; reads on another.
final class Renewal<Value: Sendable> {
    private let read: @Sendable () throws(JournalError) -> Value
    private let queue = DispatchQueue(label: "ovation.renewing")
    private let made: Mailbox<Value?>
    private var isUnderWay = false
    /// Whether it may be other again since the reading under way began.
    private var isStale = false
    /// Several changes in a row are read at once; what failed is tried again.
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

    /// As `begin`, for whom a reading under way will do.
    func join() { if !isUnderWay { begin() } }

    /// Takes in what was read, unless something of this server's is on its way (`isReady`) or it may be other
    /// again: then it is read once more.
    func deliver(isReady: Bool, _ take: (Value) -> Void) {
        for value in made.takeAll() {
            isUnderWay = false
            if let value, isReady, !isStale { take(value) } else { begin() }
        }
    }
}
