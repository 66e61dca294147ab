import Journal
import Stage
import Texts
import Timeline
import Wire

/// The events of a room that are on their way to the disk.
final class PendingEvents {
    private var byID: [Text: PendingEvent] = [:]
    private var counts: [Text: Int] = [:]
    /// Tickets of questions: whether an event has been recorded before.
    private var asked: Set<UInt64> = []
    private var waiting: [() -> Void] = []
    /// Verdicts on those whose room has to come to their instant first, oldest first.
    var delayed: [Verdict] = []
    /// The room as it will be once all of this has landed; nil if nobody has asked.
    private var ahead: Ahead?

    /// A room in which events happen when they are accepted, as if the disk took no time.
    private struct Ahead {
        var room: Room
        let madeNanoseconds: UInt64

        mutating func apply(_ event: PendingEvent) {
            _ = try? room.take(Event(seq: 0, id: event.id, kind: event.submission.kind))
            advance(to: room.now)
        }

        /// Where very much is due at once, only a part of it is performed each time: until then the
        /// room seems fuller than it will be.
        mutating func advance(to instant: Instant) {
            var isFirst = true
            _ = room.advance(to: instant) {
                defer { isFirst = false }
                return isFirst
            }
            _ = room.takeMilestones()
        }
    }

    /// Up to so many events are applied to a fresh copy of the room, which takes two milliseconds at
    /// the most.
    private static let crowd = 500
    /// How long such a copy is used before a fresh one is made.
    private static let patienceNanoseconds: UInt64 = 100_000_000

    subscript(id: Text) -> PendingEvent? { byID[id] }

    /// Whether nothing is on its way, no question either, and nobody waits for what was.
    var isEmpty: Bool { byID.isEmpty && asked.isEmpty && waiting.isEmpty }

    /// A pending part of a streak with one of the IDs.
    func part(ofStreaks ids: [Text]) -> PendingEvent? {
        byID.values.first { $0.submission.kind.streakID.map(ids.contains) ?? false }
    }

    /// How many events of a kind, by its word, are on their way.
    func count(of word: Text) -> Int { counts[word] ?? 0 }

    /// Whether an event would be refused once all that is on its way has been applied to `room`.
    ///
    /// Takes no longer the more there are: a few are applied to a fresh copy of the room when it may
    /// have changed, many to one copy, each as it comes.
    func refusal(of kind: Event.Kind, in room: Room, atNanoseconds now: UInt64) -> Refusal? {
        if let ahead, byID.count <= Self.crowd,
            now - ahead.madeNanoseconds > Self.patienceNanoseconds
        {
            self.ahead = nil
        }
        if ahead == nil {
            ahead = Ahead(room: room, madeNanoseconds: now)
            for event in byID.values.sorted(by: { $0.ticket < $1.ticket }) {
                ahead!.apply(event)
            }
        }
        ahead!.advance(to: room.now)
        return ahead!.room.refusal(of: kind)
    }

    func add(_ event: PendingEvent) {
        byID[event.id] = event
        event.submission.room.hasPendingEvents = true
        ahead?.advance(to: event.submission.room.room.now)
        ahead?.apply(event)
        counts[event.submission.kind.word, default: 0] += 1
    }

    /// Notes that it is only asked whether this event has been recorded before.
    func ask(about event: PendingEvent) {
        asked.insert(event.ticket)
    }

    /// Takes an event out that has landed, or failed, or about which it was asked.
    func remove(_ event: PendingEvent, hasFailed: Bool) {
        asked.remove(event.ticket)
        guard self[event.id] === event else { return }
        // What has landed was ahead already; the fewer there are, the sooner it is made anew.
        if hasFailed || byID.count <= Self.crowd { ahead = nil }
        byID[event.id] = nil
        event.submission.room.hasPendingEvents = !byID.isEmpty
        counts[event.submission.kind.word, default: 1] -= 1
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

    /// Calls those who waited for a configuration that has landed.
    func resumeConfiguring() {
        while !hasConfiguration, !waiting.isEmpty { waiting.removeFirst()() }
    }
}
