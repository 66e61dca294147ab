import Stage
import Wire

/// The events of a room that are on their way to the disk.
final class Flights {
    /// An event on its way, and everybody who waits for its answer.
    final class Flight {
        let id: String
        let submission: Submission
        let wallTime = WallTime.now
        /// Those who sent the same event again in the meantime.
        var repeats: [(Result<Acceptance, Problem>) -> Void] = []

        init(id: String, submission: Submission) {
            self.id = id
            self.submission = submission
        }
    }

    private var byID: [String: Flight] = [:]
    private var counts: [String: Int] = [:]
    /// What the room's configuration will be when everything on its way has been applied.
    private(set) var configuration: Configuration?

    subscript(id: String) -> Flight? { byID[id] }

    /// How many events of a kind, by its word, are on their way.
    func count(of word: String) -> Int { counts[word] ?? 0 }

    func add(_ flight: Flight) {
        byID[flight.id] = flight
        counts[flight.submission.kind.word, default: 0] += 1
        if case .configure(let configuration) = flight.submission.kind {
            self.configuration = configuration
        }
    }

    /// Takes a flight out that has landed; one that was never added, because its sender asked a
    /// question only, changes nothing.
    func remove(_ flight: Flight) {
        guard byID[flight.id] === flight else { return }
        byID[flight.id] = nil
        counts[flight.submission.kind.word, default: 1] -= 1
        if counts["config"] == 0 { configuration = nil }
    }
}
