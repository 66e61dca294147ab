import Stage
public import Texts

/// What is known of one room's events: what is on disk, completed by what could not be written yet.
public struct History: Sendable {
    private let room: Text
    private let source: any HistorySource
    private let unwritten: [Record]

    fileprivate init(room: Text, source: any HistorySource, unwritten: [Record]) {
        self.room = room
        self.source = source
        self.unwritten = unwritten
    }

    /// The events after `seq`, oldest first: at most `limit`, and of these as many as have no more
    /// than `byteLimit` bytes together, but one at least.
    public func events(
        after seq: Int64, limit: Int, byteLimit: Int = .max
    ) throws(JournalError) -> [StoredEvent] {
        let events = try source.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
        let outcomes = outcomes
        return events.map { $0.completed(with: outcomes[$0.seq]) }
    }

    /// The configuration document that the room's history begins with; nil if there is no room.
    public func birthConfiguration() throws(JournalError) -> Text? {
        try source.room(room)?.birthConfiguration
    }

    /// The event of this id; nil if there is none.
    public func event(id: Text) throws(JournalError) -> StoredEvent? {
        guard let event = try source.event(of: room, id: id) else { return nil }
        return event.completed(with: outcomes[event.seq])
    }

    /// What became of the thing that the event of this id brought.
    public func life(of id: Text) throws(JournalError) -> StoredLife? {
        var life = try source.life(of: room, id: id)
        for record in unwritten { record.add(to: &life, of: id, in: room) }
        return life
    }

    private var outcomes: [Int64: Outcome] {
        var outcomes: [Int64: Outcome] = [:]
        for case .outcome(room, let seq, let outcome) in unwritten { outcomes[seq] = outcome }
        return outcomes
    }
}

extension Journal {
    /// The history of a room as the log has it, with everything handed over so far. Waits until that has
    /// been written, or has failed.
    public func history(of room: Text) -> History { history(of: room, in: log) }

    /// The same, with what the log has forgotten if that is kept elsewhere.
    public func wholeHistory(of room: Text) -> History { history(of: room, in: past) }

    private func history(of room: Text, in source: any HistorySource) -> History {
        settle()
        // Before the disk is read: what is written in between is in both.
        return History(room: room, source: source, unwritten: unwritten)
    }
}

extension StoredEvent {
    fileprivate func completed(with outcome: Outcome?) -> StoredEvent {
        guard self.outcome == nil, let outcome else { return self }
        return StoredEvent(
            seq: seq, id: id, body: body, wallMicroseconds: wallMicroseconds, time: time,
            outcome: outcome)
    }
}

extension Record {
    /// Changes what is known of a thing shown as writing this record would.
    fileprivate func add(to life: inout StoredLife?, of id: Text, in room: Text) {
        var changed = life ?? StoredLife()
        switch self {
        case .milestones(room, let milestones):
            let turns = milestones.filter { $0.id == id }
            if turns.isEmpty { return }
            for turn in turns {
                switch turn.step {
                case .entered: changed.entered = turn.time
                case .left(let reason):
                    changed.left = turn.time
                    changed.reason = reason
                }
            }
        case .sent(room, let ids, let wall) where ids.contains(id):
            changed.sentWallMicroseconds = changed.sentWallMicroseconds ?? wall
        default: return
        }
        life = changed
    }
}
