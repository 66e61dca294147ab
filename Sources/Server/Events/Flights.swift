import Journal
import Stage
import Texts
import Wire

/// The events of a room that are on their way to the disk.
final class Flights {
    /// An event on its way, and everybody who waits for its answer.
    final class Flight {
        let ticket: UInt64
        let id: Text
        let submission: Submission
        /// The event as the journal keeps it.
        let body: Text
        let wallTime = WallTime.now
        /// Those who sent the same event again in the meantime.
        var repeats: [(Result<Acceptance, Problem>) -> Void] = []
        /// Why it can't be known whether it was recorded; it was answered so.
        var doubt: JournalError?

        init(ticket: UInt64, submission: Submission) {
            self.ticket = ticket
            id = submission.id ?? EventID.random()
            self.submission = submission
            body = Text(decoding: JSON(submission.kind).encoded)
        }
    }

    private var byID: [Text: Flight] = [:]
    private var counts: [Text: Int] = [:]
    /// Tickets of questions: whether an event has been recorded before.
    private var asked: Set<UInt64> = []
    private var waiting: [() -> Void] = []

    subscript(id: Text) -> Flight? { byID[id] }

    /// Whether nothing is on its way, no question either, and nobody waits for what was.
    var isEmpty: Bool { byID.isEmpty && asked.isEmpty && waiting.isEmpty }

    /// Whether events are on their way, which may come before the present.
    var hasEvents: Bool { !byID.isEmpty }

    /// How many events of a kind, by its word, are on their way.
    func count(of word: Text) -> Int { counts[word] ?? 0 }

    /// All that is on its way, in the order in which it came.
    var events: [Event] {
        byID.values.sorted { $0.ticket < $1.ticket }
            .map { Event(seq: 0, id: $0.id, kind: $0.submission.kind) }
    }

    func add(_ flight: Flight) {
        byID[flight.id] = flight
        counts[flight.submission.kind.word, default: 0] += 1
    }

    /// Notes that it is only asked whether the event of this flight has been recorded before.
    func ask(about flight: Flight) {
        asked.insert(flight.ticket)
    }

    /// Takes a flight out that has landed, or about which it was asked.
    func remove(_ flight: Flight) {
        asked.remove(flight.ticket)
        guard self[flight.id] === flight else { return }
        byID[flight.id] = nil
        counts[flight.submission.kind.word, default: 1] -= 1
    }

    // MARK: Configurations

    private var hasConfiguration: Bool { count(of: "config") > 0 }

    /// Calls `body` once no configuration is on its way: a change of it starts from one that holds.
    func onceConfigured(_ body: @escaping () -> Void) {
        if hasConfiguration {
            waiting.append(body)
        } else {
            body()
        }
    }

    /// Lets those go on who waited for a configuration that has landed.
    func goOnConfiguring() {
        while !hasConfiguration, !waiting.isEmpty { waiting.removeFirst()() }
    }
}
