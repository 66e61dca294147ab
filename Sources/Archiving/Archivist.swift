import Journal
public import RedisJournal
public import SQLiteJournal
import Stage
import Texts
import Timeline

/// Follows all rooms of a log in Redis into a journal of its own, which forgets nothing.
///
/// Whatever it has is in the journal: it may end at any instant, and go on on the next day. Not for
/// two threads at once.
///
///     let archivist = try Archivist(history, into: journal, in: directory) { complain($0) }
///     try archivist.pass()
public final class Archivist {
    private let log: RedisHistory
    private let journal: SQLiteLog
    private let mark: ArchiveMark
    private let say: (String) -> Void
    /// The log as it was when everything up to there was taken.
    private var edition: RedisHistory.Edition?
    private var places: [Text: FollowedRoom] = [:]
    private var passNumber = 0
    private var records: [Record] = []
    private var recordBytes = 0

    /// So many rooms are asked about at once, and so much is read and written at once.
    private static let roomsAtOnce = 500
    private static let eventsAtOnce = 1000
    private static let bytesAtOnce = 4 << 20

    /// What came of a pass.
    public struct Pass: Sendable, Equatable {
        /// How many events were taken.
        public var events = 0
        /// In how many rooms something is missing or is not as it is in the log; of each it was said.
        public var faults = 0
        /// Whether there is a log.
        public var isLog = true
    }

    /// `directory` is that of the journal. `say` is called with what a person should know.
    public init(
        _ log: RedisHistory, into journal: SQLiteLog, in directory: String,
        say: @escaping (String) -> Void
    ) throws(ArchiveFault) {
        self.log = log
        self.journal = journal
        self.say = say
        mark = try ArchiveMark(directory: directory)
    }

    /// Takes all that is there by now and was not taken before. Leaves off, which does no harm, once
    /// `isEnding` says so.
    ///
    /// Throws an `ArchiveFault`, or a `JournalError` of the one or the other; the next pass goes on where this
    /// one came to.
    public func pass(isEnding: () -> Bool = { false }) throws -> Pass {
        var pass = Pass()
        guard let edition = try log.edition() else {
            pass.isLog = false
            return pass
        }
        if edition == self.edition { return pass }
        try begin(edition)
        do {
            let isDone = try followAll(&pass, isEnding)
            try flush()
            guard isDone else { return pass }
            try dealWithDeparted(edition)
            try mark.write(edition)
            self.edition = edition
        } catch {
            // What was not written is read again.
            forgetPlaces()
            throw error
        }
        return pass
    }

    /// Sees to it that this is the log whose archive this is.
    private func begin(_ edition: RedisHistory.Edition) throws {
        passNumber += 1
        if let known = mark.edition {
            guard known.name == edition.name else { throw ArchiveFault.another(log: "\(log)") }
        } else {
            guard try journal.names(after: "", limit: 1).isEmpty else {
                throw ArchiveFault.noArchive(path: "\(journal)")
            }
            try mark.write(
                RedisHistory.Edition(name: edition.name, newestMicroseconds: 0))
        }
        guard places.isEmpty else { return }
        // So that those are known which have gone meanwhile.
        var last: Text = ""
        while true {
            let names = try journal.names(after: last, limit: Self.roomsAtOnce)
            guard let end = names.last else { return }
            for name in names { places[name] = FollowedRoom(pass: 0, isUnread: true) }
            last = end
        }
    }

    private func forgetPlaces() {
        places = [:]
        records = []
        recordBytes = 0
        edition = nil
    }

    // MARK: Rooms

    /// Returns whether it came to the end.
    private func followAll(_ pass: inout Pass, _ isEnding: () -> Bool) throws -> Bool {
        var last: Text = ""
        while true {
            let (heads, end) = try log.heads(after: last, limit: Self.roomsAtOnce)
            for head in heads {
                if isEnding() { return false }
                try follow(head, &pass, isEnding)
            }
            guard let end else { return true }
            last = end
        }
    }

    private func follow(
        _ head: RedisHistory.Head, _ pass: inout Pass, _ isEnding: () -> Bool
    ) throws {
        var place = places[head.room] ?? FollowedRoom(pass: passNumber)
        place.pass = passNumber
        if place.isGone { place = FollowedRoom(pass: passNumber, isUnread: true) }
        defer { places[head.room] = place }
        if place.head == head || place.isLeft { return }
        do throws(JournalError) {
            try place.read(head.room, from: journal)
            try compare(&place, head, &pass)
            if place.isLeft { return }
            try copyFates(&place, head)
            try copyEvents(&place, head, &pass, isEnding)
        } catch {
            // One room's content keeps no other from being taken.
            guard case .altered = error else { throw error }
            leave(&place, &pass, "room \(head.room) is not followed any more: \(error)")
        }
    }

    /// Whether the room is still the one that is archived.
    private func compare(
        _ place: inout FollowedRoom, _ head: RedisHistory.Head, _ pass: inout Pass
    ) throws(JournalError) {
        guard let newest = place.newest else { return }
        if let before = place.head, before.hasSameEnd(as: head) { return }
        switch try Kinship.of(newest, head, in: log, journal) {
        case .same: break
        case .begunAnew:
            try makeWay(for: head.room, newest)
            place = FollowedRoom(pass: passNumber)
        case .parted:
            leave(
                &place, &pass,
                "room \(head.room) is not followed any more: the log has lost or changed what the "
                    + "archive has up to event \(newest.seq). Begin another archive (--data) to follow it"
            )
        }
    }

    private func leave(_ place: inout FollowedRoom, _ pass: inout Pass, _ message: String) {
        place.isLeft = true
        pass.faults += 1
        say(message)
    }

    // MARK: Events

    private func copyEvents(
        _ place: inout FollowedRoom, _ head: RedisHistory.Head, _ pass: inout Pass,
        _ isEnding: () -> Bool
    ) throws(JournalError) {
        var last = place.newest?.seq ?? 0
        while last < head.seq, !isEnding() {
            let events = try log.events(
                of: head.room, after: last, limit: Self.eventsAtOnce, byteLimit: Self.bytesAtOnce)
            if (events.first?.seq ?? .max) > last + 1 {
                try tellGap(&place, after: last, head.room, &pass)
            }
            guard let newest = events.last else { break }
            try copy(events, of: head.room, &place)
            pass.events += events.count
            last = newest.seq
        }
        // Until all is taken, the next pass looks again.
        place.head = last >= head.seq || place.toldSeq >= head.seq ? head : place.head
    }

    private func copy(
        _ events: [StoredEvent], of room: Text, _ place: inout FollowedRoom
    ) throws(JournalError) {
        let birth = try place.birth(of: room, in: log)
        let fates = try log.fates(of: room, events.map { ($0.seq, $0.id) })
        for (event, fate) in zip(events, fates) {
            add(
                .event(
                    NewEvent(
                        room: room, id: event.id, seq: event.seq, time: event.time,
                        body: event.body, wallMicroseconds: event.wallMicroseconds, birth: birth),
                    ticket: 0), byteCount: event.byteCount)
            place.note(OpenEvent(seq: event.seq, id: event.id), fate, of: room) {
                add($0, byteCount: 64)
            }
        }
        guard let newest = events.last else { return }
        // Whoever serves the archive finds the room at its end.
        add(
            .clock(
                room: room, RoomClock(standingAt: newest.time, log: journal.clock.now)),
            byteCount: 64)
        place.newest = newest
        if recordBytes >= Self.bytesAtOnce || records.count >= 4 * Self.eventsAtOnce { try flush() }
    }

    /// Says which events are forgotten, if any are, that the archive never had.
    private func tellGap(
        _ place: inout FollowedRoom, after last: Int64, _ room: Text, _ pass: inout Pass
    ) throws(JournalError) {
        let forgotten = try log.heads(of: [room]).first?.forgottenSeq ?? 0
        guard forgotten > max(last, place.toldSeq) else { return }
        place.toldSeq = forgotten
        pass.faults += 1
        say(
            "room \(room): events \(last + 1) to \(forgotten) were forgotten before the archive had "
                + "them; it goes on after these")
    }

    /// Asks again about events of which not everything was known.
    private func copyFates(
        _ place: inout FollowedRoom, _ head: RedisHistory.Head
    ) throws(JournalError) {
        if let before = place.head, before.noteCount == head.noteCount,
            before.forgottenSeq == head.forgottenSeq
        {
            return
        }
        guard head.noteCount > 0 else { return }
        let open = try place.takeOpen(of: head.room, after: head.forgottenSeq, from: journal)
        for start in stride(from: 0, to: open.count, by: Self.eventsAtOnce) {
            let some = Array(open[start..<min(start + Self.eventsAtOnce, open.count)])
            let fates = try log.fates(of: head.room, some.map { ($0.seq, $0.id) })
            for (event, fate) in zip(some, fates) {
                place.note(event, fate, of: head.room) { add($0, byteCount: 64) }
            }
        }
    }

    // MARK: Writing

    private func add(_ record: Record, byteCount: Int) {
        records.append(record)
        recordBytes += byteCount
    }

    private func flush() throws(JournalError) {
        guard !records.isEmpty else { return }
        for verdict in try journal.append(records) {
            if case .failed(let error) = verdict.result { throw error }
        }
        records.removeAll(keepingCapacity: true)
        recordBytes = 0
    }

    // MARK: What is gone from the log

    /// So long the log keeps a room after its newest event, unless somebody has it erased.
    private static let keptMicroseconds: Int64 = 24 * 3_600_000_000

    /// Deals with rooms that are gone from the log. One whose newest event is too young to be forgotten
    /// has been erased by somebody, and is erased here; the history of others stays.
    private func dealWithDeparted(_ edition: RedisHistory.Edition) throws {
        let departed = places.filter { $0.value.pass != passNumber && !$0.value.isGone }.map(\.key)
        guard !departed.isEmpty else { return }
        // A log that has lost what it had may have lost rooms too.
        guard edition.newestMicroseconds >= mark.edition?.newestMicroseconds ?? 0 else {
            say(
                "the log is not as far as it was: of \(departed.count) rooms it has nothing any more"
            )
            return
        }
        let there = Set(try log.heads(of: departed).map(\.room))
        let now = WallTime.now.microseconds
        for room in departed where !there.contains(room) {
            let newest = try journal.newest(of: room)
            guard let newest, newest.wallMicroseconds > now - Self.keptMicroseconds else {
                places[room]?.isGone = true
                continue
            }
            try journal.eraseWholly(room)
            places[room] = nil
            say("room \(room) has been erased; so it is here")
        }
    }

    /// Makes way for a room that was begun anew after another of its name was erased, or was forgotten
    /// as nobody used it.
    private func makeWay(for room: Text, _ newest: StoredEvent) throws(JournalError) {
        try flush()
        let first = try log.events(of: room, after: 0, limit: 1).first?.wallMicroseconds ?? 0
        guard newest.wallMicroseconds <= first - Self.keptMicroseconds else {
            try journal.eraseWholly(room)
            say("room \(room) has been erased and begun anew; so it is here")
            return
        }
        do {
            let name = try journal.setAside(room, newest)
            say("room \(room) was begun anew; its history up to then is here as room \(name)")
        } catch let error as JournalError {
            throw error
        } catch {
            throw .storage(code: 0, message: "\(error)")
        }
    }
}
