import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Snapshots

@Suite("Snapshots")
struct SnapshotTests {
    static let seeds: [UInt64] = Array(1...24)

    private func read(_ text: String) throws -> Room {
        try Snapshot.read(Array(text.utf8), form: 2)
    }

    @Test(
        "A restored room equals the original and continues with the same frames", arguments: seeds)
    func roundTrip(seed: UInt64) throws {
        var evening = Evening(seed: seed)
        for step in 1...150 {
            evening.applyNextEvent()
            var copy = try Snapshot.read(Snapshot.write(evening.room), form: Snapshot.form)
            let isSame = copy == evening.room
            #expect(isSame, "after event \(step)")
            guard step.isMultiple(of: 10) else { continue }
            var original = evening.room
            for _ in 0..<200 {
                let instant = original.now + Duration(microseconds: 41_667)
                original.advance(to: instant)
                copy.advance(to: instant)
                #expect(copy.frame == original.frame, "after event \(step)")
            }
        }
    }

    @Test("A snapshot has the form described in docs/snapshot.md")
    func document() throws {
        var room = Room()
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 3)
        _ = try room.apply(
            Event(seq: 1, id: "g1", kind: .gift(gift)), at: Instant(microseconds: 1000))
        _ = room.takeMilestones()
        let json = try JSON(parsing: Snapshot.write(room))
        let expected = """
            {"now":1000,"gifts":{"channels":[{"combo":{"id":"g1","sender":{"name":"Ann"},\
            "gift":{"name":"Rose","image":"/web/gifts/rose.svg","value":1},"count":3,"seed":1},"taken":1000,"phase":"entering","until":251000,\
            "entrance":{"to":1,"from":0,"start":1000,"duration":250000,"easing":"easeInOut"}}]}}
            """
        #expect(json["form"] == .number(2))
        #expect(json["config"] == ConfigurationDocument.write(Configuration()))
        #expect(json["room"] == JSON(expected))
    }

    @Test("A value missing from a snapshot has its default")
    func defaults() throws {
        // Snapshots written before catalogues existed have none.
        var configuration = Configuration()
        configuration.catalogue = Catalogue([])
        #expect(try read(#"{"room":{}}"#) == Room(configuration: configuration))
        let room = try read(
            #"{"room":{"now":5,"gifts":{"queue":[{"id":"g","gift":{"name":"Rose"}}]}}}"#)
        #expect(room.now == Instant(microseconds: 5))
        #expect(room.overview.queue.map(\.sender) == ["anonymous"])
        #expect(room.overview.queue.map(\.count) == [1])
    }

    @Test("Unknown members and unreadable values of a snapshot are ignored")
    func unknown() throws {
        let room = try read(
            """
            {"form":2,"later":[1],"config":{"gifts":{"x":7,"later":{}},"stage":{"width":"wide"},\
            "later":1},"room":{"now":9,"later":{"a":1},"counters":{"counters":[{"name":"a",\
            "later":1,"way":{"to":3}}]}}}
            """)
        #expect(room.configuration.gifts.x == 7)
        #expect(room.configuration.stage == StageConfiguration())
        #expect(room.overview.counters.map(\.text) == ["3"])
    }

    @Test("A newer form and a malformed snapshot are refused")
    func refusals() {
        let room = Snapshot.write(Room())
        #expect(throws: SnapshotError.unknownForm(3)) { try Snapshot.read(room, form: 3) }
        for text in ["", "{", "[]", "{}", #"{"room":1}"#] {
            #expect(throws: SnapshotError.self) {
                try Snapshot.read(Array(text.utf8), form: 2)
            }
        }
        #expect(throws: SnapshotError.self) {
            try Snapshot.read(Array("{".utf8), form: 1)
        }
    }

    // MARK: Damage

    /// Values that the server never writes, or not at their place.
    private static let oddities: [JSON] = [
        .null, .bool(true), .number(-1), .number(0), .number(0.5), .number(7), .number(1e15),
        .number(-1e18), .number(1.7e308), .string(""), .string("resting"), .string("wave"),
        .array([]), .array([.number(3)]), .object([]),
    ]

    /// Replaces, removes or duplicates one random value of the document.
    private static func damaged(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
        switch json {
        case .array(var elements) where !elements.isEmpty && !random.chance(oneIn: 5):
            let place = random.int(in: 0...elements.count - 1)
            switch random.int(in: 0...5) {
            case 0: elements.remove(at: place)
            case 1: elements.insert(elements[place], at: place)
            default: elements[place] = damaged(elements[place], &random)
            }
            return .array(elements)
        case .object(var members) where !members.isEmpty && !random.chance(oneIn: 8):
            let place = random.int(in: 0...members.count - 1)
            if random.chance(oneIn: 8) {
                members.remove(at: place)
            } else {
                members[place].value = damaged(members[place].value, &random)
            }
            return .object(members)
        default: return random.element(of: oddities)
        }
    }

    @Test("A damaged snapshot is refused or makes a usable room", arguments: seeds)
    func damage(seed: UInt64) throws {
        var evening = Evening(seed: seed)
        var random = SeededGenerator(seed: seed &+ 99)
        for _ in 0..<60 { evening.applyNextEvent() }
        let whole = try JSON(parsing: Snapshot.write(evening.room))
        for _ in 0..<150 {
            var json = whole
            for _ in 0..<random.int(in: 1...6) { json = Self.damaged(json, &random) }
            guard var room = try? Snapshot.read(json.encoded, form: 2) else { continue }
            try Self.exercise(&room)
        }
        var bytes = Snapshot.write(evening.room)
        for _ in 0..<150 {
            bytes[random.int(in: 0...bytes.count - 1)] ^= UInt8(1 << random.int(in: 0...7))
            guard var room = try? Snapshot.read(bytes, form: Int64(random.int(in: 1...2))) else {
                continue
            }
            try Self.exercise(&room)
        }
    }

    /// Uses a room as a server does.
    private static func exercise(_ room: inout Room) throws {
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 3)
        let kinds: [Event.Kind] = [
            .gift(gift), .call(Person(name: "Bob")), .counter(name: "a", CounterUpdate(to: 4)),
            .goal(name: "a", GoalUpdate(title: "t", target: 3)),
            .caption(Caption(text: "ok")), .control(.resume), .control(.skip),
        ]
        for (number, kind) in kinds.enumerated() {
            room.advance(to: room.now + Duration(microseconds: 700_000))
            _ = room.frame
            _ = room.overview
            _ = try? room.apply(
                Event(seq: Int64(number), id: "n\(number)", kind: kind), at: room.now)
            _ = room.due
        }
        _ = try Snapshot.read(Snapshot.write(room), form: 2)
    }
}
