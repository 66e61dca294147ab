import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@Suite("Every log: writing", .serialized)
struct LogWritingTests {
    // MARK: Order and repeats

    @Test(
        "Each room numbers its events from 1, in the order of the records",
        arguments: LogKind.allCases)
    func order(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        #expect(
            try fixture.words(.event("a"), .event("b"), .event("a", in: "other"))
                == ["1", "2", "1"])
        #expect(try fixture.words(.event("c"), .event("b", in: "other")) == ["3", "2"])
        #expect(try fixture.ids() == ["a", "b", "c"])
        #expect(try fixture.ids(of: "other") == ["a", "b"])
    }

    @Test(
        "An event can set its own sequence number and time, and the next one follows",
        arguments: LogKind.allCases
    )
    func places(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let time = Instant(microseconds: 5_000_000_000)
        let imported = Record.event(.sample("a", seq: 7, time: time), ticket: 3)
        #expect(try fixture.words(imported, .event("b")) == ["7", "8"])
        let kept = try fixture.log.events(of: "main", after: 0, limit: 9)
        #expect(kept[0].time == time && kept[1].time >= time)
    }

    @Test(
        "An event ID is recorded once per room, within a transaction and across them",
        arguments: LogKind.allCases)
    func repeats(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        #expect(
            try fixture.words(.event("a"), .event("a"), .event("b")) == ["1", "known 1", "2"])
        #expect(try fixture.words(.event("b"), .event("a", in: "other")) == ["known 2", "1"])
    }

    @Test("A repeated event is answered with the stored event", arguments: LogKind.allCases)
    func known(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let first = NewEvent.sample("a", body: "{\"x\":1}", wall: 5)
        let verdicts = try fixture.log.append([
            .event(first, ticket: 1), .outcome(room: "main", seq: 1, .merged(into: "z")),
            .event(.sample("a", body: "{\"x\":2}", wall: 9), ticket: 2),
        ])
        guard case .recorded(1, let time) = verdicts[0].result,
            case .known(let event) = verdicts[1].result
        else {
            Issue.record("\(verdicts)")
            return
        }
        #expect(
            event
                == StoredEvent(
                    seq: 1, id: "a", body: "{\"x\":1}", wallMicroseconds: 5, time: time,
                    outcome: .merged(into: "z")))
        #expect(try fixture.log.event(of: "main", id: "a") == event)
    }

    @Test("A question is answered without changing the log", arguments: LogKind.allCases)
    func questions(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let question = Record.question(.sample("a"), ticket: 7)
        #expect(
            try fixture.words(question, .event("a"), question) == ["unknown", "1", "known 1"])
        #expect(try fixture.log.append([question]).map(\.ticket) == [7])
        #expect(try fixture.words(.question(.sample("a", in: "none"), ticket: 1)) == ["unknown"])
        #expect(try fixture.log.rooms().map(\.name) == ["main"])
        #expect(try fixture.seqs() == [1])
    }

    @Test(
        "Verdicts of events and questions have their tickets, in order",
        arguments: LogKind.allCases)
    func tickets(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let verdicts = try fixture.log.append([
            .event(.sample("a"), ticket: 12), .tick, .event(.sample("b"), ticket: 4),
            .outcome(room: "main", seq: 1, .shown), .question(.sample("c"), ticket: 9),
            .snapshot(upTo: 2),
        ])
        #expect(verdicts.map(\.ticket) == [12, 4, 9])
        #expect(try fixture.log.append([]).isEmpty)
    }

    // MARK: Time

    private func instants(_ verdicts: [Verdict]) -> [Int64] {
        verdicts.compactMap { verdict in
            if case .recorded(_, let time) = verdict.result { time.microseconds } else { nil }
        }
    }

    @Test(
        "Events of one transaction share their time, and later transactions are later",
        arguments: LogKind.allCases)
    func times(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let before = fixture.log.clock.now
        let first = instants(
            try fixture.log.append([.event("a"), .event("b"), .event("c", in: "other")]))
        let second = instants(try fixture.log.append([.event("d")]))
        // The sample rooms' clocks equal log time. A clock read from a remote server can be ahead
        // by the duration of the request.
        #expect(first[0] > before || kind == .redis)
        #expect(first[0] == first[1] && first[0] == first[2])
        #expect(second[0] > first[0])
        let kept = try fixture.log.events(of: "main", after: 0, limit: 9)
        #expect(kept.map(\.time.microseconds) == [first[0], first[1], second[0]])
    }

    @Test(
        "While a room's clock stands still, its events still get increasing times",
        arguments: LogKind.allCases)
    func standing(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        fixture.pass(hours: 1)
        let clock = RoomClock(offMicroseconds: 0, untilMicroseconds: 70)
        let first = NewEvent(
            room: "main", id: "a", body: "{}", wallMicroseconds: 0,
            birth: .init(configuration: "{}", clock: clock))
        let times = try [Record.event(first, ticket: 0), .event("b"), .event("c")].map {
            try #require(instants(fixture.log.append([$0])).first)
        }
        // The instant 70 was already shown without these events.
        #expect(times == [71, 72, 73])
    }

    @Test(
        "A room's clock is read back as it was set, and a room without events has none",
        arguments: LogKind.allCases)
    func clocks(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let standing = RoomClock(offMicroseconds: -5, untilMicroseconds: 70)
        _ = try fixture.words(.clock(room: "none", standing), .event("a"))
        #expect(try fixture.log.rooms().map(\.clock.isRunning) == [true])
        _ = try fixture.words(.clock(room: "main", standing))
        #expect(try fixture.log.rooms().map(\.name) == ["main"])
        #expect(try fixture.log.rooms().first?.clock == standing)
    }

    // MARK: Atomicity

    @Test(
        "If one record cannot be written, none is, and no sequence number is taken",
        arguments: LogKind.allCases)
    func rollback(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let greatest: Int64 = 9_007_199_254_740_991
        _ = try fixture.words(
            .event("a"), .event(.sample("z", in: "full", seq: greatest), ticket: 1))
        #expect(throws: JournalError.self) {
            try fixture.words(
                .event("b"), .event("new", in: "new"), .outcome(room: "main", seq: 1, .shown),
                .event("one too many", in: "full"), .event("c"))
        }
        #expect(try fixture.ids() == ["a"])
        #expect(try fixture.log.event(of: "main", id: "a")?.outcome == nil)
        #expect(try fixture.log.rooms().map(\.name) == ["full", "main"])
        #expect(try fixture.words(.event("b"), .event("x", in: "new")) == ["2", "1"])
    }

    @Test(
        "A record that does not fit is refused and can be written once there is space",
        arguments: LogKind.allCases)
    func full(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(.event("a"))
        try fixture.setFull(true)
        let long = Record.event(
            .sample("b", body: Text(String(repeating: "x", count: 100_000))), ticket: 1)
        #expect(throws: JournalError.self) { try fixture.words(long) }
        #expect(try fixture.ids() == ["a"])
        try fixture.setFull(false)
        #expect(try fixture.words(long, .event("c")) == ["2", "3"])
    }

    @Test("A whole history is written at once or not at all", arguments: LogKind.allCases)
    func atOnce(kind: LogKind) throws {
        struct Stop: Error {}
        let fixture = try LogFixture(kind)
        #expect(throws: Stop.self) {
            try fixture.log.atOnce { write in
                try write([.event("a")])
                throw Stop()
            }
        }
        #expect(try fixture.log.rooms().isEmpty)
        try fixture.log.atOnce { write in
            for number in 1...500 { try write([.event("e\(number)")]) }
        }
        #expect(try fixture.seqs() == Array(1...500))
    }

    // MARK: Erasing

    @Test(
        "An erased room is not found, and other rooms stay unchanged", arguments: LogKind.allCases)
    func erasing(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        for room: Text in ["gone", "stays"] {
            _ = try fixture.words(
                .event("a", in: room), .outcome(room: room, seq: 1, .shown),
                .sent(room: room, ids: ["a"], wallMicroseconds: 1), .snapshot(of: room, upTo: 1))
        }
        let before = try fixture.log.events(of: "stays", after: 0, limit: 9)
        let tickets = try fixture.erase("gone", ticket: 5)
        #expect(tickets.allSatisfy { $0 == 5 })
        #expect(try fixture.log.rooms().map(\.name) == ["stays"])
        #expect(try fixture.seqs(of: "gone").isEmpty)
        #expect(try fixture.log.event(of: "gone", id: "a") == nil)
        #expect(try fixture.log.life(of: "gone", id: "a") == nil)
        #expect(try fixture.log.events(of: "stays", after: 0, limit: 9) == before)
        #expect(try fixture.log.life(of: "stays", id: "a") != nil)
    }

    @Test(
        "A room with an erased room's name starts over, and its event IDs are free",
        arguments: LogKind.allCases)
    func successor(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(.event("a"), .event("b"), .snapshot(upTo: 2))
        _ = try fixture.erase("main")
        #expect(try fixture.words(.event("b"), .event("a"), .event("b")) == ["1", "2", "known 1"])
        #expect(try fixture.log.rooms().map { $0.snapshot == nil } == [true])
        #expect(try fixture.erase("was never there").count == 1)
    }
}
