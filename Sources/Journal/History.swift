import Stage
public import Texts

/// Reads one room's stored events, completed with outcomes that are not on disk yet.
public struct History: Sendable {
    private let room: Text
    private let source: any HistorySource
    private let unwritten: [Record]

    fileprivate init(room: Text, source: any HistorySource, unwritten: [Record]) {
        self.room = room
        self.source = source
        self.unwritten = unwritten
    }

    /// Returns the events after `seq`, oldest first: at most `limit` events, and at most `byteLimit` bytes together,
    /// but always at least one event if there is one.
    public func events(
        after seq: Int64, limit: Int, byteLimit: Int = .max
    ) throws(JournalError) -> [StoredEvent] {
        let events = try source.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
        let outcomes = outcomes
        return events.map { $0.completed(with: outcomes) }
    }

    /// Returns the configuration document at the start of the room's history; nil if the room does not exist.
    public func birthConfiguration() throws(JournalError) -> Text? {
        try source.room(room)?.birthConfiguration
    }

    /// Returns the event with this ID; nil if the room has no such event.
    public func event(id: Text) throws(JournalError) -> StoredEvent? {
        guard let event = try source.event(of: room, id: id) else { return nil }
        return event.completed(with: outcomes)
    }

    /// Returns when the content of the event with this ID was shown and when it left the stage; nil if nothing is
    /// known.
    public func life(of id: Text) throws(JournalError) -> StoredLife? {
        var life = try source.life(of: room, id: id)
        for record in unwritten { record.add(to: &life, of: id, in: room) }
        return life
    }

    private var outcomes: [Int64: (Outcome, AlertOutcome?)] {
        var outcomes: [Int64: (Outcome, AlertOutcome?)] = [:]
        for case .outcome(room, let seq, let outcome, let alert) in unwritten {
            outcomes[seq] = (outcome, alert)
        }
        return outcomes
    }
}

extension Journal {
    /// Returns the history of a room in the log, including all records that were handed over before. Waits until they
    /// are written or have failed.
    public func history(of room: Text) -> History { history(of: room, in: log) }

    /// Returns the history of a room with the events that the log has deleted, if an archive keeps them.
    public func wholeHistory(of room: Text) -> History { history(of: room, in: past) }

    private func history(of room: Text, in source: any HistorySource) -> History {
        settle()
        // The unwritten records are copied before the disk is read: a record that is written in between is then in both
        // places, and never in none.
        return History(room: room, source: source, unwritten: unwritten)
    }
}

extension StoredEvent {
    fileprivate func completed(with outcomes: [Int64: (Outcome, AlertOutcome?)]) -> StoredEvent {
        guard outcome == nil, let (outcome, alert) = outcomes[seq] else { return self }
        return StoredEvent(
            seq: seq, id: id, body: body, wallMicroseconds: wallMicroseconds, time: time,
            outcome: outcome, alert: alert)
    }
}

extension Record {
    /// Applies this record to the stored life of shown content, as writing the record would.
    fileprivate func add(to life: inout StoredLife?, of id: Text, in room: Text) {
        var changed = life ?? StoredLife()
        switch self {
        case .milestones(room, let milestones):
            let turns = milestones.filter { $0.id == id }
            if turns.isEmpty { return }
            for turn in turns { changed.add(turn) }
        case .sent(room, let ids, let wall) where ids.contains(id):
            changed.sentWallMicroseconds = changed.sentWallMicroseconds ?? wall
        default: return
        }
        life = changed
    }
}
