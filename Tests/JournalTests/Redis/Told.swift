import Dispatch
import Journal
import Synchronization

/// What was told of a log, in order.
final class Told: Sendable {
    private let news = Mutex<[News]>([])
    private let arrival = DispatchSemaphore(value: 0)

    func add(_ piece: News) {
        news.withLock { $0.append(piece) }
        arrival.signal()
    }

    /// The next piece; waits for it.
    func next() -> News {
        arrival.wait()
        return news.withLock { $0.removeFirst() }
    }
}
