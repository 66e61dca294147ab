public import Journal
import Snapshots
import Stage
public import Texts
import Timeline

/// Reads rooms, their events and the events' outcomes from the log in Redis.
extension RedisLog {
    public func room(_ name: Text) throws(JournalError) -> StoredRoom? {
        let own = space.room(name)
        let replies = try read(
            questions(about: own) + [Words(["HMGET", own.snapshot] + SnapshotEntry.fields)])
        guard let (place, wall) = try place(of: name, replies) else { return nil }
        return StoredRoom(
            name: name, birthConfiguration: place.birthConfiguration, clock: place.clock,
            forgottenSeq: place.forgottenSeq,
            lastWallMicroseconds: place.seq == place.forgottenSeq ? nil : wall,
            snapshot: try snapshot(replies[2], of: name, isNeeded: place.forgottenSeq > 0))
    }

    public func place(of room: Text) throws(JournalError) -> RoomPlace? {
        try place(of: room, read(questions(about: space.room(room))))?.place
    }

    private func questions(about room: RoomKeys) -> [Words] {
        let fields: [Text] = ["birth", "off", "until", "forgotten", "seq", "wall", "ran"]
        return [Words(["HMGET", room.meta] + fields), Words("HGET", space.clock, "epoch")]
    }

    /// Reads a room's place and the arrival time of its newest event from the replies to these questions; nil if the
    /// room does not exist.
    private func place(
        of room: Text, _ replies: [Reply]
    ) throws(JournalError) -> (place: RoomPlace, wall: Int64?)? {
        let meta = replies[0]
        guard meta[4].bytes != nil else { return nil }
        guard let birth = meta[0].text, let off = meta[1].number, let forgotten = meta[3].number,
            let seq = meta[4].number
        else { throw altered("room \(room)") }
        var until = meta[2].number
        // A clock that ran when the last server stopped has stood still until the first server of now started, at the
        // log time `epoch`.
        if until == nil, let ran = meta[6].number, let epoch = replies[1].number, ran < epoch {
            until = epoch
        }
        let place = RoomPlace(
            seq: seq, forgottenSeq: forgotten,
            clock: RoomClock(offMicroseconds: off, untilMicroseconds: until),
            birthConfiguration: birth)
        return (place, meta[5].number)
    }

    /// Reads the snapshot in these fields; nil if the room has no snapshot, or an unreadable one that is not needed.
    private func snapshot(
        _ fields: Reply, of room: Text, isNeeded: Bool
    ) throws(JournalError) -> (seq: Int64, state: Room)? {
        let subject = "the snapshot of room \(room)"
        guard fields[0].bytes != nil else {
            if !isNeeded { return nil }
            throw .altered(
                host: description, reason: "\(subject): it is gone, and so are older events")
        }
        guard let entry = SnapshotEntry.read(fields, room: room) else {
            if !isNeeded { return nil }
            throw altered(subject)
        }
        if let state = try? Snapshot.read(entry.state, form: entry.form) {
            return (entry.seq, state)
        }
        if !isNeeded { return nil }
        throw .altered(
            host: description,
            reason: "\(subject): this version can't read it, and older events are forgotten")
    }

    public func names(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        let names = try read([
            Words("ZRANGEBYLEX", space.names, "(" + name, "+", "LIMIT", "0", "\(limit)")
        ])[0].list
        return (names ?? []).compactMap(\.text)
    }

    /// The number of rooms in one query.
    private static let roomsAtOnce = 1000

    public func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        var emptied: [Text] = []
        var last = name
        while emptied.count < limit {
            let names = try names(after: last, limit: Self.roomsAtOnce)
            guard let end = names.last else { break }
            let ages = try read([Words(["ZMSCORE", space.oldest] + names)])[0]
            emptied += names.indices.filter { ages[$0].bytes == nil }.map { names[$0] }
            last = end
        }
        return Array(emptied.prefix(limit))
    }

    // MARK: Events

    /// The number of events in one query.
    private static let eventsAtOnce = 512

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        var events: [StoredEvent] = []
        var (last, bytes) = (seq, 0)
        while events.count < limit {
            let count = min(limit - events.count, Self.eventsAtOnce)
            let page = try page(of: room, after: last, count: count)
            for event in page {
                bytes += event.byteCount
                if bytes > byteLimit, !events.isEmpty { return events }
                events.append(event)
            }
            guard page.count == count, let newest = page.last else { return events }
            last = newest.seq
        }
        return events
    }

    /// Returns the events after `seq`, oldest first, at most `count`.
    private func page(
        of room: Text, after seq: Int64, count: Int
    ) throws(JournalError) -> [StoredEvent] {
        let own = space.room(room)
        let entries =
            try read([
                Words("XRANGE", own.events, "\(max(seq, 0) + 1)", "+", "COUNT", "\(count)")
            ])[0].list ?? []
        guard !entries.isEmpty else { return [] }
        let seqs = entries.map { place(of: $0) }
        let outcomes = try read([
            Words(["HMGET", own.fates] + seqs.map { "o\($0 ?? 0)" })
        ])[0]
        var events: [StoredEvent] = []
        for (index, entry) in entries.enumerated() {
            guard let seq = seqs[index] else { throw altered("an event of room \(room)") }
            guard
                let event = EventEntry.read(
                    entry[1], seq: seq, room: room, outcome: outcome(outcomes[index]))
            else { throw altered("event \(seq) of room \(room)") }
            events.append(event)
        }
        return events
    }

    /// Returns the event number of a stream entry, whose ID is `seq-0`.
    func place(of entry: Reply) -> Int64? {
        entry[0].text?.elements(separatedBy: UInt8(ascii: "-")).first.flatMap { Int64($0.string) }
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        let own = space.room(room)
        guard let seq = try read([Words("HGET", own.ids, id)])[0].number else { return nil }
        let replies = try read([
            Words("XRANGE", own.events, "\(seq)", "\(seq)"), Words("HGET", own.fates, "o\(seq)"),
        ])
        // Another server may have deleted the event meanwhile.
        guard let entry = replies[0].list?.first else { return nil }
        guard
            let event = EventEntry.read(
                entry[1], seq: seq, room: room, outcome: outcome(replies[1]))
        else { throw altered("event \(seq) of room \(room)") }
        return event
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        let own = space.room(room)
        let replies = try read([
            Words(["HMGET", own.fates] + StoredLife.fields(of: id)),
            Words("HGET", own.sendings, id),
        ])
        return StoredLife(replies[0], sent: replies[1])
    }

    /// Returns the replies to read-only commands; throws if Redis refuses one of them.
    func read(_ commands: [Words]) throws(JournalError) -> [Reply] {
        // A log without a clock has been lost: an empty result would be wrong.
        let replies = try accepted(
            reading.read([Words("HEXISTS", space.clock, "version")] + commands))
        guard replies[0].number == 1 || server.isEmpty else {
            throw .refused(host: description, reason: RedisErrorAdvice.words(for: "GONE"))
        }
        return Array(replies.dropFirst())
    }

    /// Returns the replies; throws if one of them is an error.
    func accepted(_ replies: [Reply]) throws(JournalError) -> [Reply] {
        for reply in replies {
            if let fault = reply.fault {
                throw .refused(host: description, reason: RedisErrorAdvice.words(for: fault))
            }
        }
        return replies
    }
}

extension StoredLife {
    /// The fields of a room's fates about an event's content and its alert.
    static func fields(of id: Text) -> [Text] { steps.map { $0 + id } }

    private static let steps: [Text] = ["e", "l", "a", "z", "m"]
    static var fieldCount: Int { steps.count }

    /// Reads the values of an event's `fields`, from index `place` on, and the time when its content was sent; nil if nothing is stored.
    init?(_ values: Reply, from place: Int = 0, sent: Reply) {
        self.init()
        content = Stay(entered: values[place], left: values[place + 1])
        alert = Stay(entered: values[place + 2], left: values[place + 3])
        messageHidden = values[place + 4].number.map { Instant(microseconds: $0) }
        sentWallMicroseconds = sent.number
        if self == StoredLife() { return nil }
    }
}

extension StoredLife.Stay {
    fileprivate init(entered: Reply, left: Reply) {
        self.init(entered: entered.number.map { Instant(microseconds: $0) })
        let words = left.text?.elements(separatedBy: UInt8(ascii: " ")) ?? []
        if words.count == 2 {
            self.left = Int64(words[0].string).map { Instant(microseconds: $0) }
            reason = Milestone.Reason(word: words[1])
        }
    }
}
