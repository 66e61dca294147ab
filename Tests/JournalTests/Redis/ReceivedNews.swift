import Dispatch
import Journal
import Synchronization
import TestSupport

/// News of a log, in the order of arrival.
final class ReceivedNews: Sendable {
    private let news = Mutex<[News]>([])
    private let arrival = DispatchSemaphore(value: 0)

    func add(_ piece: News) {
        news.withLock { $0.append(piece) }
        arrival.signal()
    }

    /// Waits for the next news.
    func next() throws -> News {
        guard arrival.wait(timeout: .now() + patience) == .success else {
            throw WaitTimeout(condition: "news arrive")
        }
        return news.withLock { $0.removeFirst() }
    }
}
