public import Journal
import Snapshots
import Synchronization
public import Texts

/// A log in memory. It passes the same conformance tests as the SQLite log and the Redis log.
public final class MemoryLog: ImportLog, SettingsLog {
    public let clock: LogClock
    public let settingsChannel = SettingsChannel()
    public let sharesSettings = false
    private let state = Mutex(State())

    fileprivate struct State {
        var rooms: [Text: StoredHistory] = [:]
        /// In the order in which they were created.
        var names: [Text] = []
        var settings: [Text?: [Text: (version: Int64, value: Text?)]] = [:]
        var newestSetting: Int64 = 0
        var erased: [Text: Int64] = [:]
        var notes: [StoredAuditNote] = []
        /// The capacity; nil means unlimited.
        var capacityBytes: Int?

        var byteCount: Int { rooms.values.reduce(0) { $0 + $1.byteCount } }
    }

    public init(clock: LogClock = LogClock(at: 0)) {
        self.clock = clock
    }

    /// Limits the log to its current size, or lifts the limit.
    public func setFull(_ isFull: Bool) {
        state.withLock { $0.capacityBytes = isFull ? $0.byteCount : nil }
    }

    // MARK: Writing

    public func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        try state.withLock { state throws(JournalError) in
            // Works on a copy, so that nothing changes if a record cannot be written.
            var changed = state
            let log = clock.stamp()
            var verdicts: [Verdict] = []
            for record in records {
                if let verdict = try changed.write(record, log: log) { verdicts.append(verdict) }
            }
            for (room, version) in changed.erased where version > state.newestSetting {
                settingsChannel.tell(
                    .record(SettingsRecord(version: version, room: room, kind: .erased)))
            }
            if let capacity = changed.capacityBytes, changed.byteCount > capacity {
                throw .storage(code: 13, message: "no more fits")
            }
            state = changed
            return verdicts
        }
    }

    public func atOnce(_ body: (_ write: ([Record]) throws -> Void) throws -> Void) throws {
        try state.withLock { state in
            var changed = state
            let log = clock.stamp()
            try body { for record in $0 { _ = try changed.write(record, log: log) } }
            state = changed
        }
    }

    /// Event IDs stay known for at least this long, whatever age is asked for.
    private static let leastAgeMicroseconds: Int64 = 25 * 3_600_000_000

    public func prune(
        of room: Text?, olderThan microseconds: Int64, limit: Int
    ) throws(JournalError) -> PruningResult {
        let log = clock.now - max(microseconds, Self.leastAgeMicroseconds)
        return state.withLock { state in
            var result = PruningResult()
            while result.count < limit, let name = state.oldest(of: room, before: log) {
                state.rooms[name]?.deleteFirst()
                result.count += 1
                if let history = state.rooms[name], history.events.isEmpty {
                    result.emptied.append(.init(room: name, seq: history.prunedSeq))
                }
            }
            result.isComplete = result.count < limit
            result.uncovered = state.names.filter {
                (room == nil || room == $0) && state.rooms[$0]?.isUncovered(at: log) == true
            }
            return result
        }
    }

    public func check() throws(JournalError) {}
    public func close() throws(JournalError) {}

    // MARK: Reading

    public func room(_ name: Text) throws(JournalError) -> StoredRoom? {
        do {
            return try history(of: name)?.stored(as: name)
        } catch {
            throw .damaged(path: "memory", reason: "\(error)")
        }
    }

    public func names(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        state.withLock { Array($0.names.filter { $0 > name }.sorted().prefix(limit)) }
    }

    public func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        let all = try names(after: name, limit: .max)
        return Array(all.filter { history(of: $0)?.events.isEmpty ?? true }.prefix(limit))
    }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        var events: [StoredEvent] = []
        var bytes = 0
        for event in history(of: room)?.events(after: seq, limit: limit) ?? [] {
            bytes += event.byteCount
            if bytes > byteLimit, !events.isEmpty { break }
            events.append(event)
        }
        return events
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        history(of: room)?.event(id: id)
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        history(of: room)?.lives[id]
    }

    private func history(of room: Text) -> StoredHistory? { state.withLock { $0.rooms[room] } }

    // MARK: Settings and audit notes

    public func settings() throws(JournalError) -> SettingsState {
        state.withLock { state in
            SettingsState(
                version: state.newestSetting,
                settings: state.settings.flatMap { room, values in
                    values.compactMap { name, entry in
                        entry.value.map {
                            Setting(room: room, name: name, value: $0, version: entry.version)
                        }
                    }
                })
        }
    }

    public func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict {
        state.withLock { state in
            let verdict = state.make(change)
            if case .made(let version) = verdict, !change.isQuiet {
                settingsChannel.tell(.record(SettingsRecord(change, version: version)))
            }
            return verdict
        }
    }

    public func add(_ note: AuditNote) throws(JournalError) { state.withLock { $0.add(note) } }

    public func notes(
        of room: Text?, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredAuditNote] {
        let notes = state.withLock { $0.notes }
        return Array(
            notes.filter { $0.seq > seq && (room == nil || $0.note.room == room) }.prefix(limit))
    }
}

extension MemoryLog.State {
    fileprivate mutating func write(
        _ record: Record, log: Int64
    ) throws(JournalError) -> Verdict? {
        switch record {
        case .event(let event, let ticket):
            return Verdict(ticket: ticket, result: try insert(event, log: log))
        case .question(let event, let ticket):
            return Verdict(
                ticket: ticket, result: rooms[event.room]?.known(event.id) ?? .unknown)
        case .erase(let name, let ticket), .eraseSpent(let name, let ticket):
            rooms[name] = nil
            names.removeAll { $0 == name }
            settings[name] = nil
            newestSetting += 1
            erased[name] = newestSetting
            notes.removeAll { $0.note.room == name }
            return Verdict(ticket: ticket, result: .erased(rest: nil, copies: []))
        case .outcome(let name, let seq, let outcome, let alert):
            rooms[name]?.outcomes[seq] = (outcome, alert)
        case .milestones(let name, let milestones): rooms[name]?.add(milestones)
        case .sent(let name, let ids, let wall): rooms[name]?.addSent(ids, wall)
        case .clock(let name, let clock): rooms[name]?.clock = clock
        case .tick, .wish, .landmark, .comparison: break
        case .snapshot(let name, let seq, let state, _):
            rooms[name]?.snapshot = (seq, Snapshot.write(state))
        }
        return nil
    }

    private mutating func insert(
        _ event: NewEvent, log: Int64
    ) throws(JournalError) -> Verdict.Result {
        if let known = rooms[event.room]?.known(event.id) { return known }
        if rooms[event.room] == nil {
            rooms[event.room] = StoredHistory(event.birth, log: log)
            names.append(event.room)
        }
        // In place, because a copy of the history would make many events slow.
        return try rooms[event.room]!.insert(event, log: log)
    }

    fileprivate mutating func make(_ change: SettingsChange) -> SettingsVerdict {
        let known = settings[change.room] ?? [:]
        let erased = change.room.flatMap { self.erased[$0] } ?? 0
        let refusal = change.refusal(erased: erased) { name in
            known[name].map { ($0.version, $0.value != nil) }
        }
        if let refusal { return refusal }
        if !change.isQuiet { newestSetting += 1 }
        for write in change.writes {
            switch write.kind {
            case .put(let value):
                settings[change.room, default: [:]][write.name] = (newestSetting, value)
            case .remove: settings[change.room, default: [:]][write.name] = (newestSetting, nil)
            case .forget: settings[change.room]?[write.name] = nil
            }
        }
        if let note = change.note { add(note) }
        return .made(version: newestSetting)
    }

    fileprivate mutating func add(_ note: AuditNote) {
        notes.append(StoredAuditNote(seq: (notes.last?.seq ?? 0) + 1, note: note))
        let same = notes.filter { $0.note.room == note.room && $0.note.shelf == note.shelf }
        if same.count > 1000 { notes.removeAll { $0 == same[0] } }
    }

    /// The room with the oldest event that came before log time `log` and that a snapshot covers;
    /// only `room`, unless it is nil.
    fileprivate func oldest(of room: Text?, before log: Int64) -> Text? {
        let old = names.filter { room == nil || room == $0 }.compactMap {
            name -> (log: Int64, name: Text)? in
            guard let history = rooms[name], let first = history.events.first, first.log < log,
                first.event.seq <= history.snapshot?.seq ?? 0
            else { return nil }
            return (first.log, name)
        }
        return old.min { $0.log < $1.log }?.name
    }
}
