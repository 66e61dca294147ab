import Access
import Journal
package import LiveRooms
import Texts
package import Transport

/// Finds rooms whose events were all deleted before the server started, and erases those without any data. It loads
/// some of them each second; a loaded room without any data is erased.
///
/// Belongs to the event loop's thread.
package final class Leftovers {
    private static let pauseNanoseconds: UInt64 = 1_000_000_000
    /// The number of rooms that are loaded in one second. They leave memory again before their number grows
    /// large.
    private static let atOnce = 100

    private let historyReader: HistoryReader
    private let loader: RoomLoader
    private var timer: LoopTimer!
    private var last: Text = ""

    package init(
        loop: EventLoop, historyReader: HistoryReader, loader: RoomLoader
    ) throws(TransportError) {
        self.historyReader = historyReader
        self.loader = loader
        timer = try loop.makeTimer { [unowned self] _ in look() }
        setTimer()
    }

    private func setTimer() { timer.arm(atNanoseconds: LoopTimer.now + Self.pauseNanoseconds) }

    private func look() {
        let question = { @Sendable [last] (journal: Journal) throws in
            try journal.log.emptied(after: last, limit: Self.atOnce)
        }
        historyReader.askAgain(about: "", for: .server, question) { [unowned self] result in
            // If the journal can't be read, the search ends. Such a room is erased when a client loads it.
            guard case .success(let names) = result else { return }
            for name in names { loader.whenLoaded(name, for: .server) { _ in } }
            guard names.count == Self.atOnce, let end = names.last else { return }
            last = end
            setTimer()
        }
    }
}
