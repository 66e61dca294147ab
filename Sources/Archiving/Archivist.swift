import Journal
public import RedisJournal
public import SQLiteJournal
import Stage
import Texts
import Timeline

/// Copies all rooms of a log in Redis to a journal, which keeps all events.
///
/// The whole state is in the journal, so the process may end at any time and continue later. It must not be
/// used by two threads at once.
///
///     let archivist = try Archivist(history, into: journal, in: directory) { complain($0) }
///     try archivist.pass()
public final class Archivist {
    private let log: RedisHistory
    private let journal: SQLiteLog
    private let mark: ArchiveMark
    private let say: (String) -> Void
    /// The edition of the log that was copied completely; nil: unknown.
    private var edition: RedisHistory.Edition?
    private var places: [Text: FollowedRoom] = [:]
    private var passNumber = 0
    private var records: [Record] = []
    private var recordBytes = 0

    /// The number of rooms in a query, and the numbers of events and bytes that are read and written at once.
    private static let roomsAtOnce = 500
    private static let eventsAtOnce = 1000
    private static let bytesAtOnce = 4 << 20

    /// The result of a pass.
    public struct Pass: Sendable, Equatable {
        /// The number of events that were copied.
        public var events = 0
        /// The number of rooms with missing or changed events. Each of them was reported.
        public var faults = 0
        /// False if there is no log.
        public var isLog = true
    }

    /// `directory`: the directory of the journal. `say` is called with messages for a person.
    public init(
        _ log: RedisHistory, into journal: SQLiteLog, in directory: String,
        say: @escaping (String) -> Void
    ) throws(ArchiveFault) {
        self.log = log
        self.journal = journal
        self.say = say
        mark = try ArchiveMark(directory: directory)
    }

    /// Copies all events of the log that were not copied before. Stops early, without harm, once `isEnding`
    /// returns true.
    ///
    /// Throws an `ArchiveFault`, or a `JournalError` about the log or the journal. The next pass continues
    /// where this one ended.
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
            // Records that were not written are read again.
            forgetPlaces()
            throw error
        }
        return pass
    }

    /// Checks that the archive belongs to this log.
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
        // Add the archived rooms, so that rooms that have left the log meanwhile are noticed.
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

    /// Returns true if all rooms were copied.
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
            // Altered data in one room does not stop the other rooms.
            guard case .altered = error else { throw error }
            leave(&place, &pass, "room \(head.room) is not followed any more: \(error)")
        }
    }

    /// Checks if the log still has the same room as the archive.
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
        // Until all events are copied, the next pass reads the room again.
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
        // A server that opens the archive continues the room at this time.
        add(
            .clock(
                room: room, RoomClock(standingAt: newest.time, log: journal.clock.now)),
            byteCount: 64)
        place.newest = newest
        if recordBytes >= Self.bytesAtOnce || records.count >= 4 * Self.eventsAtOnce { try flush() }
    }

    /// Reports the events, if any, that the log deleted before the archive had them.
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

    /// Reads the status of events whose status in the archive may be out of date.
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

    // MARK: Rooms that have left the log

    /// The time for which the log keeps a room after its newest event, unless the room is deleted.
    private static let keptMicroseconds: Int64 = 24 * 3_600_000_000

    /// Handles the rooms that have left the log. A room with a newer event than the log deletes by itself was
    /// deleted on purpose, so it is erased here too. The archive keeps the other rooms.
    private func dealWithDeparted(_ edition: RedisHistory.Edition) throws {
        let departed = places.filter { $0.value.pass != passNumber && !$0.value.isGone }.map(\.key)
        guard !departed.isEmpty else { return }
        // A log that has lost recent data may have lost rooms too.
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

    /// Makes room for a new room with the same name. If the old room was deleted on purpose, it is erased
    /// here too. If the log dropped it because it was unused, it gets another name.
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
