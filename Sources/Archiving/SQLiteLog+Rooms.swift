import Journal
import RedisJournal
import SQLiteJournal
import Stage
import Texts
import Timeline

/// Erases rooms that the archived log has erased from an archive's journal, or sets them aside under a dated name.
extension SQLiteLog {
    /// Erases a room completely, in as many steps as it takes.
    func eraseWholly(_ room: Text) throws(JournalError) {
        var name: Text? = room
        while let next = name {
            name = nil
            for verdict in try append([.erase(room: next, ticket: 0)]) {
                if case .erased(let rest, _) = verdict.result { name = rest }
                if case .failed(let error) = verdict.result { throw error }
            }
        }
    }

    private static let eventsAtOnce = 1000
    private static let longestName = 64

    /// Renames a room. The new name contains the date of the room's newest event, and is returned. An
    /// interrupted call can be repeated.
    func setAside(_ room: Text, _ newest: StoredEvent) throws -> Text {
        let day = Text(
            decoding: WallTime(microseconds: newest.wallMicroseconds).text.utf8.prefix(10))
        var number = 1
        while true {
            let end = "-\(day)" + (number == 1 ? "" : "-\(number)")
            let start = room.utf8.prefix(Self.longestName - end.utf8.count)
            let name = Text(decoding: Array(start) + Array(end.utf8))
            let found = try self.newest(of: name)
            if found == nil { try copy(room, to: name) }
            if found == nil || found == newest {
                try eraseWholly(room)
                return name
            }
            number += 1
        }
    }

    private func copy(_ room: Text, to name: Text) throws {
        guard let stored = try self.room(room) else { return }
        let birth = NewEvent.Birth(
            configuration: stored.birthConfiguration,
            clock: RoomClock(standingAt: .zero, log: 0))
        try atOnce { write in
            var last: Int64 = 0
            while true {
                let events = try events(of: room, after: last, limit: Self.eventsAtOnce)
                guard let newest = events.last else { break }
                last = newest.seq
                for event in events { try write(records(of: event, in: room, as: name, birth)) }
                let clock = RoomClock(standingAt: newest.time, log: self.clock.now)
                try write([.clock(room: name, clock)])
            }
        }
    }

    private func records(
        of event: StoredEvent, in room: Text, as name: Text, _ birth: NewEvent.Birth
    ) throws -> [Record] {
        var records: [Record] = [
            .event(
                NewEvent(
                    room: name, id: event.id, seq: event.seq, time: event.time, body: event.body,
                    wallMicroseconds: event.wallMicroseconds, birth: birth), ticket: 0)
        ]
        var open = OpenEvent(seq: event.seq, id: event.id)
        let fate = try RedisHistory.Fate(
            outcome: event.outcome, alert: event.alert, life: life(of: room, id: event.id))
        open.note(fate, of: name) { records.append($0) }
        return records
    }
}
