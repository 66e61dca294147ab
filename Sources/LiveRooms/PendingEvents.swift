import Journal
package import RoomRuntime
package import Stage
package import Texts
import Timeline
import Wire

/// A room's events that were accepted but are not on the disk yet, with checks of new events against them.
package final class PendingEvents {
    private let timeline: RoomTimeline
    private var byID: [Text: PendingEvent] = [:]
    private var counts: [Text: Int] = [:]
    /// The tickets of questions: the journal searches for a recorded event of the same ID.
    private var asked: Set<UInt64> = []
    private var waiting: [() -> Void] = []
    /// Results for events whose instants the room has not reached yet, oldest first.
    var delayed: [Verdict] = []
    /// The room as it will be after all pending events; nil if no caller has needed it.
    private var ahead: Ahead?

    /// A copy of the room that applies each event when it is accepted, without waiting for the disk.
    private struct Ahead {
        var room: Room
        let madeNanoseconds: UInt64

        mutating func apply(_ event: PendingEvent) {
            _ = try? room.take(Event(seq: 0, id: event.id, kind: event.submission.kind))
            advance(to: room.now)
        }

        /// If very much is due at once, each call performs only a part of it. Until the rest is done the room seems
        /// fuller than it will be.
        mutating func advance(to instant: Instant) {
            var isFirst = true
            _ = room.advance(to: instant) {
                defer { isFirst = false }
                return isFirst
            }
            _ = room.takeMilestones()
        }
    }

    /// The maximum number of events that are applied to a fresh copy of the room, which takes 2 milliseconds at this
    /// size.
    private static let crowd = 500
    /// The time after which the copy is replaced by a fresh one.
    private static let patienceNanoseconds: UInt64 = 100_000_000

    package init(of timeline: RoomTimeline) {
        self.timeline = timeline
    }

    package subscript(id: Text) -> PendingEvent? { byID[id] }

    /// True if no event and no question is pending and no caller waits for a configuration.
    package var isEmpty: Bool { byID.isEmpty && asked.isEmpty && waiting.isEmpty }

    /// A pending part of a streak with one of the IDs.
    package func part(ofStreaks ids: [Text]) -> PendingEvent? {
        byID.values.first { $0.submission.kind.streakID.map(ids.contains) ?? false }
    }

    /// The pending gifts, also held ones, with a report of this subject, oldest first.
    package func gifts(reporting subject: Text) -> [(id: Text, gift: Gift)] {
        let found = byID.values.filter {
            $0.submission.kind.reportedGift?.report?.subject == subject
        }
        return found.sorted { $0.ticket < $1.ticket }.compactMap { event in
            event.submission.kind.reportedGift.map { (event.id, $0) }
        }
    }

    /// The number of pending events of a kind.
    package func count(of word: Text) -> Int { counts[word] ?? 0 }

    /// Returns the reason why the room would refuse an event after all pending events; nil if it would accept the
    /// event.
    ///
    /// The time does not grow with the number of pending events: a few are applied to a fresh copy of the room whenever
    /// it may have changed, and many are applied to the same copy, each when it comes.
    package func refusal(of kind: Event.Kind, in room: Room, atNanoseconds now: UInt64) -> Refusal?
    {
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

    package func add(_ event: PendingEvent) {
        byID[event.id] = event
        timeline.awaitEarlierEvents(true)
        ahead?.advance(to: timeline.room.now)
        ahead?.apply(event)
        counts[event.submission.kind.word, default: 0] += 1
    }

    /// Adds a question: the journal only searches for a recorded event of the same ID.
    package func ask(about event: PendingEvent) {
        asked.insert(event.ticket)
    }

    /// Removes an event or a question that the journal has answered.
    package func remove(_ event: PendingEvent, hasFailed: Bool) {
        asked.remove(event.ticket)
        guard self[event.id] === event else { return }
        // The copy contains a recorded event already. With few pending events a fresh copy is cheap, so it is made
        // again.
        if hasFailed || byID.count <= Self.crowd { ahead = nil }
        byID[event.id] = nil
        timeline.awaitEarlierEvents(!byID.isEmpty)
        counts[event.submission.kind.word, default: 1] -= 1
    }

    // MARK: Configurations

    private var hasConfiguration: Bool { count(of: "config") > 0 }

    /// Calls `body` once no configuration is pending, because a change of the configuration must start from a recorded
    /// one.
    package func onceConfigured(_ body: @escaping () -> Void) {
        if hasConfiguration {
            waiting.append(body)
        } else {
            body()
        }
    }

    /// Calls the callers that waited for a configuration.
    package func resumeConfiguring() {
        while !hasConfiguration, !waiting.isEmpty { waiting.removeFirst()() }
    }
}

extension Event.Kind {
    /// The gift whose report the room records when the event is applied.
    fileprivate var reportedGift: Gift? {
        switch self {
        case .gift(let gift, nil): gift
        case .hold(let hold):
            if case .gift(let gift, nil)? = hold.kinds.first { gift } else { nil }
        default: nil
        }
    }
}
