public import Journal
public import Stage
public import Texts
public import Timeline

/// Reads the rooms and events of a log in Redis without writing to it, for archives. Reading does not create a log or
/// advance its time, and a replica is sufficient. It connects to Redis when a caller needs data, and again after Redis
/// was unreachable.
///
/// The description is the address without the password.
public final class RedisHistory: HistorySource, CustomStringConvertible {
    private let log: RedisLog

    public init(_ address: RedisAddress) {
        log = RedisLog(reading: address)
    }

    public var description: String { log.description }

    public func room(_ name: Text) throws(JournalError) -> StoredRoom? { try log.room(name) }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try log.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        try log.event(of: room, id: id)
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try log.life(of: room, id: id)
    }

    // MARK: Changes

    /// The identity of a log, with the time of its newest write and the number of its rooms. An archive compares
    /// editions to detect changes.
    public struct Edition: Sendable, Equatable {
        public let name: Text
        /// The log time of the newest write.
        public let newestMicroseconds: Int64
        /// The number of rooms. The erasure of a room does not change the time of the newest write.
        public let roomCount: Int64

        public init(name: Text, newestMicroseconds: Int64, roomCount: Int64 = 0) {
            self.name = name
            self.newestMicroseconds = newestMicroseconds
            self.roomCount = roomCount
        }
    }

    /// Returns the edition of the log; nil if there is no log.
    public func edition() throws(JournalError) -> Edition? {
        let replies = try log.read([
            Words("HMGET", log.space.clock, "name", "n"), Words("ZCARD", log.space.names),
        ])
        guard let name = replies[0][0].text, let newest = replies[0][1].number,
            let count = replies[1].number
        else { return nil }
        return Edition(name: name, newestMicroseconds: newest, roomCount: count)
    }

    /// The newest event of a room, and the number of the notes about its events.
    public struct Head: Sendable, Equatable {
        public let room: Text
        /// The number and room time of the newest event, stored or deleted, and the time of its arrival in microseconds
        /// since 1970.
        public let seq: Int64
        public let time: Instant
        public let wallMicroseconds: Int64
        /// The number of the last deleted event; 0 if all events are stored.
        public let forgottenSeq: Int64
        /// The number of notes about the outcome and the life of stored events.
        public let noteCount: Int64

        /// Returns true if this is the newest event.
        public func ends(with event: StoredEvent) -> Bool {
            seq == event.seq && time == event.time && wallMicroseconds == event.wallMicroseconds
        }

        /// Returns true if both heads have the same newest event.
        public func hasSameEnd(as other: Head) -> Bool {
            seq == other.seq && time == other.time && wallMicroseconds == other.wallMicroseconds
        }
    }

    /// Returns the heads of up to `limit` rooms after `name`, in the order of the UTF-8 bytes of the names, and the
    /// last of the names; nil if `name` is the last.
    public func heads(
        after name: Text, limit: Int
    ) throws(JournalError) -> (heads: [Head], last: Text?) {
        let names = try log.names(after: name, limit: limit)
        return (try heads(of: names), names.last)
    }

    /// Returns the heads of these rooms, without rooms that do not exist.
    public func heads(of rooms: [Text]) throws(JournalError) -> [Head] {
        guard !rooms.isEmpty else { return [] }
        let replies = try log.read(
            rooms.flatMap { room in
                let own = log.space.room(room)
                return [
                    Words("HMGET", own.meta, "seq", "time", "forgotten", "wall"),
                    Words("HLEN", own.fates), Words("HLEN", own.sendings),
                ]
            })
        return rooms.enumerated().compactMap { index, room in
            let meta = replies[3 * index]
            guard let seq = meta[0].number, let time = meta[1].number,
                let forgotten = meta[2].number, let wall = meta[3].number
            else { return nil }
            return Head(
                room: room, seq: seq, time: Instant(microseconds: time), wallMicroseconds: wall,
                forgottenSeq: forgotten,
                noteCount: (replies[3 * index + 1].number ?? 0)
                    + (replies[3 * index + 2].number ?? 0))
        }
    }

    /// Returns the head of a room; nil if the room does not exist.
    public func head(of room: Text) throws(JournalError) -> Head? { try heads(of: [room]).first }

    /// The known outcome of an event and the life of its content.
    public struct Fate: Sendable, Equatable {
        public var outcome: Outcome?
        public var alert: AlertOutcome?
        public var life: StoredLife?

        public init(outcome: Outcome?, alert: AlertOutcome? = nil, life: StoredLife?) {
            self.outcome = outcome
            self.alert = alert
            self.life = life
        }
    }

    /// Returns the fates of a room's events, in the order of `events`.
    public func fates(
        of room: Text, _ events: [(seq: Int64, id: Text)]
    ) throws(JournalError) -> [Fate] {
        guard !events.isEmpty else { return [] }
        let own = log.space.room(room)
        let replies = try log.read([
            Words(
                ["HMGET", own.fates]
                    + events.flatMap { ["o\($0.seq)"] + StoredLife.fields(of: $0.id) }
            ),
            Words(["HMGET", own.sendings] + events.map(\.id)),
        ])
        return events.indices.map { index in
            // The outcome of each event stands before the fields of its life.
            let place = index * (1 + StoredLife.fieldCount)
            let words = replies[0][place].text.map { OutcomeWords($0) }
            return Fate(
                outcome: words?.outcome, alert: words?.alert,
                life: StoredLife(replies[0], from: place + 1, sent: replies[1][index]))
        }
    }
}

extension RedisHistory {
    /// Returns all settings, including the rooms' files. Throws `refused` if the log has an older version.
    public func settings() throws(JournalError) -> SettingsState {
        let version = try log.read([Words("HGET", log.space.clock, "version")])[0].number
        guard version == LuaScript.version else {
            throw .refused(
                host: description,
                reason:
                    "the log there is of version \(version ?? 0): the next start of a server of this "
                    + "version brings it up to version \(LuaScript.version)")
        }
        return try log.settings()
    }

    /// Returns true if a room has this file.
    public func has(_ file: StoredFile) throws(JournalError) -> Bool {
        let place = "\(file.room)/\(file.settingName)" as Text
        let entry = try log.read([Words("HGET", log.space.settings, place)])[0].bytes
        return entry.flatMap { SettingEntry($0, at: place) }?.setting != nil
    }

    /// Reads a whole file; throws `altered` unless its content matches its name.
    public func check(_ file: StoredFile) throws(JournalError) {
        try log.read(name: file.name, byteCount: file.byteCount) { _ in }
    }
}
