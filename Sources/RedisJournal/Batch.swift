import Journal
import Snapshots
import Stage
import Texts
import Timeline

/// The records of one write to the log, converted into calls of Redis scripts, in order. Each call has only as many
/// records as Redis handles in a few milliseconds.
struct Batch {
    /// A command that calls a script, and the questions that its reply answers.
    struct Call {
        let words: Words
        let asked: [Asked]
    }

    struct Asked {
        let ticket: UInt64
        let room: Text
        /// True if the command erases the room.
        let isErasure: Bool
    }

    private let keys: KeySpace
    /// The name of the server that writes.
    private let server: Text
    /// The version of the server's rules for turning events into states. Only states of the same rules are compared.
    private let rules: Text
    /// Rooms that are known to exist: the call need not include their start.
    private var known: Set<Text>
    /// The landmark of each room: the event after which the following notes were made.
    private var landmarks: [Text: Landmark] = [:]
    private(set) var calls: [Call] = []
    private var chunk = Chunk()

    /// The limits of one call, so that other clients of Redis do not wait for long.
    private static let mostRecords = 128
    private static let mostBytes = 256 << 10
    static let numbers: ClosedRange<Int64> = 0...9_007_199_254_740_991

    init(
        _ records: [Record], keys: KeySpace, server: Text, rules: Text = "", known: Set<Text>
    ) throws(JournalError) {
        self.keys = keys
        self.server = server
        self.rules = rules
        self.known = known
        for record in records { try add(record) }
        finish()
    }

    /// Returns a call without records, which Redis refuses if it would refuse a write.
    static func nothing(_ keys: KeySpace) -> Words {
        LuaScript.append.call(keys: [keys.clock, keys.names, keys.oldest], arguments: Words("0"))
    }

    /// Returns the rooms of the events.
    static func rooms(_ records: [Record]) -> Set<Text> {
        var rooms: Set<Text> = []
        for case .event(let event, _) in records { rooms.insert(event.room) }
        return rooms
    }

    private mutating func add(_ record: Record) throws(JournalError) {
        switch record {
        case .event(let event, let ticket): try add(event, ticket)
        case .question(let event, let ticket):
            chunk.begin("Q", event.room)
            chunk.arguments.add(event.id)
            chunk.asked.append(Asked(ticket: ticket, room: event.room, isErasure: false))
        case .landmark(let room, let landmark): landmarks[room] = landmark
        case .outcome(let room, let seq, let outcome, let alert):
            note("O", room)
            chunk.arguments.add(seq)
            chunk.arguments.add(OutcomeWords(outcome, alert: alert).text)
        case .milestones(let room, let milestones):
            for milestone in milestones {
                add(milestone, room)
                finishIfFull()
            }
        case .sent(let room, let ids, let wall):
            for id in ids {
                note("S", room)
                chunk.arguments.add(id)
                chunk.arguments.add(wall)
                finishIfFull()
            }
        case .clock(let room, let clock):
            chunk.begin("C", room)
            chunk.add(clock)
        case .wish(let room, let wish): add(wish, room)
        case .comparison(let room, let seq, let state):
            note("D", room)
            chunk.arguments.add(seq)
            chunk.arguments.add(StateDigest(of: state, by: rules).text)
        case .tick: break
        case .snapshot(let room, let seq, let state, let newest):
            add(SnapshotEntry(room, seq, state), after: newest)
        case .erase(let room, let ticket): add(erasureOf: room, ticket)
        case .eraseSpent(let room, let ticket): add(erasureOf: room, ticket, ifSpent: true)
        }
        finishIfFull()
    }

    private mutating func finishIfFull() {
        let isFull = chunk.count >= Self.mostRecords || chunk.arguments.byteCount >= Self.mostBytes
        if isFull { finish() }
    }

    /// Begins a note of a room, after the room's landmark if the call does not have it yet.
    private mutating func note(_ letter: Text, _ room: Text) {
        if let landmark = landmarks[room], chunk.landmarks[room] != landmark {
            chunk.landmarks[room] = landmark
            chunk.begin("L", room)
            chunk.add(landmark)
        }
        chunk.begin(letter, room)
    }

    private mutating func add(_ event: NewEvent, _ ticket: UInt64) throws(JournalError) {
        guard event.seq.map(Self.numbers.contains) ?? true,
            event.time.map({ Self.numbers.contains($0.microseconds) }) ?? true
        else {
            throw .storage(
                code: 0, message: "room \(event.room): an event's place or time is out of bounds")
        }
        if !known.contains(event.room), chunk.births.insert(event.room).inserted {
            chunk.begin("B", event.room)
            chunk.arguments.add(event.birth.configuration)
            chunk.add(event.birth.clock)
        }
        // This event may create the room. Its notes do not belong to the landmark of an earlier room with the same
        // name.
        chunk.landmarks[event.room] = nil
        let entry = EventEntry(event)
        let isUsual = event.seq == nil && event.time == nil && event.basis == nil
        chunk.begin(isUsual ? "N" : "E", event.room)
        chunk.arguments.add(event.id)
        if !isUsual {
            chunk.arguments.add(event.seq as Int64?)
            chunk.arguments.add(event.time?.microseconds as Int64?)
        }
        chunk.arguments.add(entry.wall)
        chunk.arguments.add(event.body)
        chunk.arguments.add(entry.sum)
        if !isUsual { chunk.arguments.add(event.basis) }
        chunk.asked.append(Asked(ticket: ticket, room: event.room, isErasure: false))
    }

    private mutating func add(_ milestone: Milestone, _ room: Text) {
        let (word, value): (Text, Text)
        switch milestone.step {
        case .entered:
            word = milestone.rule == nil ? "e" : "a"
            value = "\(milestone.time.microseconds)"
        case .left(let reason):
            word = milestone.rule == nil ? "l" : "z"
            value = "\(milestone.time.microseconds) \(reason.rawValue)"
        case .messageHidden: (word, value) = ("m", "\(milestone.time.microseconds)")
        // The outcome has these steps.
        case .queued, .dropped: return
        }
        note("F", room)
        chunk.arguments.add(milestone.id)
        chunk.arguments.add(word)
        chunk.arguments.add(value)
    }

    private mutating func add(_ wish: TimeWish, _ room: Text) {
        switch wish {
        case .run(let allAlong):
            chunk.begin("G", room)
            chunk.arguments.add(allAlong ? "1" : "0")
        case .vouch(let microseconds):
            chunk.begin("V", room)
            chunk.arguments.add(server)
            chunk.arguments.add(microseconds)
        case .withdraw:
            chunk.begin("W", room)
            chunk.arguments.add(server)
        }
    }

    private mutating func add(_ snapshot: SnapshotEntry, after newest: Landmark?) {
        finish()
        let room = keys.room(snapshot.room)
        var arguments = snapshot.words
        arguments.add(newest?.id ?? "")
        arguments.add(newest?.wallMicroseconds ?? 0)
        calls.append(
            Call(
                words: LuaScript.snapshot.call(
                    keys: [keys.clock, room.meta, room.snapshot, room.events],
                    arguments: arguments),
                asked: []))
    }

    private mutating func add(erasureOf room: Text, _ ticket: UInt64, ifSpent: Bool = false) {
        finish()
        known.remove(room)
        landmarks[room] = nil
        calls.append(
            Call(
                words: keys.erasure(of: room, ifSpent ? .ofSpent : .whole),
                asked: [Asked(ticket: ticket, room: room, isErasure: true)]))
    }

    private mutating func finish() {
        defer { chunk = Chunk() }
        guard chunk.count > 0 else { return }
        var scriptKeys = [keys.clock, keys.names, keys.oldest]
        var arguments = Words("\(chunk.rooms.count)")
        for room in chunk.rooms {
            scriptKeys.append(keys.room(room).meta)
            arguments.add(room)
        }
        arguments.add(chunk.arguments)
        calls.append(
            Call(
                words: LuaScript.append.call(keys: scriptKeys, arguments: arguments),
                asked: chunk.asked))
    }
}

/// The records of one call.
private struct Chunk {
    var arguments = Words()
    var asked: [Batch.Asked] = []
    var births: Set<Text> = []
    /// The landmark of each room that the call already contains.
    var landmarks: [Text: Landmark] = [:]
    private(set) var count = 0
    private(set) var rooms: [Text] = []
    private var numbers: [Text: Int] = [:]

    /// Begins a record of a room; the record's arguments follow.
    mutating func begin(_ letter: Text, _ room: Text) {
        count += 1
        let number = numbers[room] ?? rooms.count + 1
        if number > rooms.count {
            rooms.append(room)
            numbers[room] = number
        }
        arguments.add(letter)
        arguments.add("\(number)")
    }

    mutating func add(_ clock: RoomClock) {
        arguments.add(clock.offMicroseconds)
        arguments.add(clock.untilMicroseconds as Int64?)
    }

    mutating func add(_ landmark: Landmark) {
        arguments.add(landmark.seq)
        arguments.add(landmark.id)
        arguments.add(landmark.wallMicroseconds)
    }
}

extension KeySpace {
    /// The extent of an erasure, with its word in the script.
    enum Erasure {
        case whole
        /// The keys of a room without events. A room with events stays unchanged.
        case ofSpent

        fileprivate var word: Text {
            switch self {
            case .whole: "whole"
            case .ofSpent: "spent"
            }
        }
    }

    /// Returns the command that erases a room.
    func erasure(of name: Text, _ erasure: Erasure) -> Words {
        let own = room(name)
        return LuaScript.erase.call(
            keys: [clock, names, oldest, settings, settingNames(of: name), erasedRooms, notes]
                + AuditNote.Shelf.allCases.map { places(of: name, $0) }
                + [files] + own.written + [own.attendance],
            arguments: Words(
                name, erasure.word, own.channel, channel, filePieces,
                "\(RedisLog.mostErased)"))
    }
}
