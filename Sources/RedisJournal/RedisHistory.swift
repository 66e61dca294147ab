public import Journal
public import Stage
public import Texts
public import Timeline

/// A log in Redis that is only read: it is not begun, its time does not go on by that, and a replica will
/// do. Redis is asked when something is wanted, and each time anew after it was away.
///
/// Its description is the address, without the password.
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

    // MARK: What is new

    /// Which log it is, and when something was last written there.
    public struct Edition: Sendable, Equatable {
        public let name: Text
        /// In log time.
        public let newestMicroseconds: Int64
        /// How many rooms there are: one is erased without anything being written.
        public let roomCount: Int64

        public init(name: Text, newestMicroseconds: Int64, roomCount: Int64 = 0) {
            self.name = name
            self.newestMicroseconds = newestMicroseconds
            self.roomCount = roomCount
        }
    }

    /// Nil if there is no log.
    public func edition() throws(JournalError) -> Edition? {
        let replies = try log.read([
            Words("HMGET", log.space.clock, "name", "n"), Words("ZCARD", log.space.names),
        ])
        guard let name = replies[0][0].text, let newest = replies[0][1].number,
            let count = replies[1].number
        else { return nil }
        return Edition(name: name, newestMicroseconds: newest, roomCount: count)
    }

    /// How far a room has come.
    public struct Head: Sendable, Equatable {
        public let room: Text
        /// The place and the time of its newest event, kept or forgotten, and when it came, in microseconds
        /// since 1970.
        public let seq: Int64
        public let time: Instant
        public let wallMicroseconds: Int64
        /// The place of the last event that was forgotten; 0: all are kept.
        public let forgottenSeq: Int64
        /// How much is noted of what became of events that are kept.
        public let noteCount: Int64

        /// Whether the newest event is this one.
        public func ends(with event: StoredEvent) -> Bool {
            seq == event.seq && time == event.time && wallMicroseconds == event.wallMicroseconds
        }

        /// Whether both have the same newest event.
        public func hasSameEnd(as other: Head) -> Bool {
            seq == other.seq && time == other.time && wallMicroseconds == other.wallMicroseconds
        }
    }

    /// The heads of the rooms after `name`, in the order of their names' UTF-8 bytes, of at most `limit`
    /// names; and the last of these names, nil if there are none.
    public func heads(
        after name: Text, limit: Int
    ) throws(JournalError) -> (heads: [Head], last: Text?) {
        let names = try log.names(after: name, limit: limit)
        return (try heads(of: names), names.last)
    }

    /// The heads of those of these rooms that there are.
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

    /// That of a room; nil if there is none.
    public func head(of room: Text) throws(JournalError) -> Head? { try heads(of: [room]).first }

    /// What became of an event, and of what it brought, as far as it is noted.
    public struct Fate: Sendable, Equatable {
        public var outcome: Outcome?
        public var life: StoredLife?

        public init(outcome: Outcome?, life: StoredLife?) {
            self.outcome = outcome
            self.life = life
        }
    }

    /// What became of events of a room, in their order.
    public func fates(
        of room: Text, _ events: [(seq: Int64, id: Text)]
    ) throws(JournalError) -> [Fate] {
        guard !events.isEmpty else { return [] }
        let own = log.space.room(room)
        let replies = try log.read([
            Words(
                ["HMGET", own.fates] + events.flatMap { ["o\($0.seq)", "e" + $0.id, "l" + $0.id] }
            ),
            Words(["HMGET", own.sendings] + events.map(\.id)),
        ])
        return events.indices.map { index in
            let fates = replies[0]
            return Fate(
                outcome: fates[3 * index].text.flatMap { OutcomeWords($0).outcome },
                life: StoredLife(
                    entered: fates[3 * index + 1], left: fates[3 * index + 2],
                    sent: replies[1][index]))
        }
    }
}

extension RedisHistory {
    /// All settings, with the files that rooms have. Throws `refused` if the log has an older version.
    public func settings() throws(JournalError) -> SettingsState {
        let version = try log.read([Words("HGET", log.space.clock, "version")])[0].number
        guard version == Script.version else {
            throw .refused(
                host: description,
                reason: "the log there is of version \(version ?? 0): the next start of a server of this "
                    + "version brings it up to version \(Script.version)")
        }
        return try log.settings()
    }

    /// Whether a room has this file.
    public func has(_ file: StoredFile) throws(JournalError) -> Bool {
        let place = "\(file.room)/\(file.settingName)" as Text
        let entry = try log.read([Words("HGET", log.space.settings, place)])[0].bytes
        return entry.flatMap { SettingEntry($0, at: place) }?.setting != nil
    }

    /// Throws `altered` unless a file is as its name says.
    public func check(_ file: StoredFile) throws(JournalError) {
        try log.read(name: file.name, byteCount: file.byteCount) { _ in }
    }
}
