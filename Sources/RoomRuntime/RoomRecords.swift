package import Journal
package import Stage
package import Texts
import Timeline

/// The journal's part of one room, which gathers the records that are not written yet, plans the snapshots, and knows
/// the newest event.
///
/// Used only on the event loop's thread.
package final class RoomRecords {
    private let timeline: RoomTimeline
    private let residency: RoomResidency
    /// The room's first configuration, as a JSON document for the journal.
    package private(set) var birthConfiguration: Text
    /// The place of the newest applied event; 0 if there is none.
    package private(set) var seq: Int64
    /// The newest applied event. A log with the same event at the same place also has the same events before it. Nil if
    /// it is unknown.
    package private(set) var newest: Landmark?
    private var snapshots: SnapshotPlan
    /// The records that the journal has not got yet.
    private var unwritten: [Record] = []

    /// - Parameters:
    /// - seq: The place of the newest event of the timeline's state.
    /// - snapshotSeq: The place of the event up to which the journal has a snapshot.
    package init(
        of timeline: RoomTimeline, residency: RoomResidency, birthConfiguration: Text, seq: Int64,
        snapshotSeq: Int64
    ) {
        self.timeline = timeline
        self.residency = residency
        self.birthConfiguration = birthConfiguration
        self.seq = seq
        snapshots = SnapshotPlan(seq: snapshotSeq)
    }

    package var name: Text { timeline.name }

    /// The configuration and clock with which the journal starts the room, if the next event is its first.
    package var birth: NewEvent.Birth {
        .init(configuration: birthConfiguration, clock: timeline.clock)
    }

    /// Sets the newest event, if it is at the room's place.
    package func recognize(_ newest: Landmark) { if newest.seq == seq { self.newest = newest } }

    /// Begins again without events.
    package func reset(to birthConfiguration: Text) {
        self.birthConfiguration = birthConfiguration
        (seq, newest) = (0, nil)
    }

    /// Drops all records and snapshots, because the journal has erased the room.
    package func removeAll() {
        snapshots = SnapshotPlan(seq: 0)
        unwritten.removeAll()
    }

    package func append(_ record: Record) {
        unwritten.append(record)
        residency.requestVisit()
    }

    /// Appends the outcomes of an event that the timeline has applied, and of its alert.
    package func append(
        _ outcome: Outcome, _ alert: AlertOutcome?, of event: Event, cameAt wall: WallTime
    ) {
        seq = event.seq
        newest = Landmark(seq: seq, id: event.id, wallMicroseconds: wall.microseconds)
        snapshots.note(event.kind)
        append(.outcome(room: name, seq: seq, outcome, alert: alert))
    }

    /// Drops all records but outcomes of events before the newest one.
    package func keepEarlierOutcomes() { unwritten.removeAll { !$0.isOutcome(before: seq) } }

    /// Returns the records for the journal since the last call and removes them here.
    package func take() -> [Record] {
        if snapshots.isUrgent(timeline.base.byteEstimate) { addSnapshot() }
        defer { unwritten.removeAll(keepingCapacity: true) }
        if residency.isDetached { return [] }
        guard timeline.authority != nil, let newest, unwritten.contains(where: \.isNote) else {
            return unwritten
        }
        return [.landmark(room: name, newest)] + unwritten
    }

    /// Adds a record with the whole state of the room.
    package func addSnapshot() {
        snapshots.noteSnapshot(upTo: seq)
        append(.snapshot(room: name, seq: seq, state: timeline.base, newest: newest))
    }

    /// Adds a snapshot if one is due.
    package func addDueSnapshot() {
        if snapshots.isDue(timeline.base.byteEstimate) { addSnapshot() }
    }

    /// Adds a last snapshot when the server stops, unless the journal has the newest state already.
    package func addLastState() { if seq > snapshots.seq { addSnapshot() } }
}

extension Record {
    /// True if this is the outcome of an event before `seq`.
    fileprivate func isOutcome(before seq: Int64) -> Bool {
        if case .outcome(_, let place, _, _) = self { place < seq } else { false }
    }
}
