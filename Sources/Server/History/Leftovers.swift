import Journal
import Texts
import Transport

/// Looks, after a start, for rooms whose events were all forgotten before. They are brought to memory, a few
/// a second, where those go of which nothing is left.
///
/// Belongs to the loop's thread.
final class Leftovers {
    private static let pauseNanoseconds: UInt64 = 1_000_000_000
    /// So few that they have left memory again before there are many.
    private static let atOnce = 100

    private let historyReader: HistoryReader
    private let loader: RoomLoader
    private var timer: LoopTimer!
    private var last: Text = ""

    init(
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
            // A file that can't be read now is asked again by whoever wants a room.
            guard case .success(let names) = result else { return }
            for name in names { loader.whenLoaded(name, for: .server) { _ in } }
            guard names.count == Self.atOnce, let end = names.last else { return }
            last = end
            setTimer()
        }
    }
}
