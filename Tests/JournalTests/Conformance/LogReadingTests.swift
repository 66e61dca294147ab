import Journal
import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Every log: reading", .serialized)
struct LogReadingTests {
    @Test("Pages of a history are complete forward and backward", arguments: LogKind.allCases)
    func pages(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        for number in 1...25 { _ = try fixture.words(.event("e\(number)")) }
        var (read, last): ([Int64], Int64) = ([], 0)
        while true {
            let page = try fixture.log.events(of: "main", after: last, limit: 10)
            #expect(page.count <= 10)
            guard let newest = page.last else { break }
            (read, last) = (read + page.map(\.seq), newest.seq)
        }
        #expect(read == Array(1...25))
        // Backward: each page ends before the previous one.
        var (back, before): ([Int64], Int64) = ([], 26)
        while before > 1 {
            let page = try fixture.log.events(
                of: "main", after: max(0, before - 11), limit: Int(min(10, before - 1)))
            back = page.map(\.seq) + back
            before = page.first?.seq ?? 0
        }
        #expect(back == read)
        #expect(try fixture.log.events(of: "nobody", after: 0, limit: 2).isEmpty)
    }

    @Test(
        "A page respects its byte limit but has at least one event", arguments: LogKind.allCases)
    func bytes(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let body = Text(String(repeating: "x", count: 1000))
        for number in 1...5 {
            _ = try fixture.words(.event(.sample("e\(number)", body: body), ticket: 0))
        }
        // Each event takes a little more than 1,000 bytes.
        func page(_ byteLimit: Int) throws -> [Int64] {
            try fixture.log.events(of: "main", after: 1, limit: 9, byteLimit: byteLimit).map(\.seq)
        }
        #expect(try page(1) == [2])
        #expect(try page(2500) == [2, 3])
        #expect(try page(.max) == [2, 3, 4, 5])
    }

    @Test(
        "Outcomes are read as they were written",
        arguments: LogKind.allCases,
        [
            Outcome.shown, .applied, .merged(into: "x"), .queued(position: 12),
            .skipped(.repeated), .skipped(.disabled), .skipped(.overtaken),
        ])
    func outcomes(kind: LogKind, outcome: Outcome) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(.event("a"), .outcome(room: "main", seq: 1, outcome))
        #expect(try fixture.log.event(of: "main", id: "a")?.outcome == outcome)
        _ = try fixture.words(.event("b"), .outcome(room: "none", seq: 1, outcome))
        #expect(try fixture.log.event(of: "main", id: "b")?.outcome == nil)
    }

    @Test(
        "The outcome of an alert is read as it was written, beside that of its event",
        arguments: LogKind.allCases,
        [Outcome.shown, .merged(into: "x y"), .queued(position: 12), .skipped(.dropped)])
    func alerts(kind: LogKind, outcome: Outcome) throws {
        let places: [AlertOutcome.Place] = [.shown, .queued(position: 3), .dropped]
        for (index, place) in places.enumerated() {
            let fixture = try LogFixture(kind)
            let alert = AlertOutcome(rule: "big-\(index)", place: place)
            _ = try fixture.words(
                .event("a"), .outcome(room: "main", seq: 1, outcome, alert: alert))
            let event = try fixture.log.event(of: "main", id: "a")
            #expect(event?.outcome == outcome)
            #expect(event?.alert == alert)
            #expect(try fixture.log.events(of: "main", after: 0, limit: 1).first == event)
        }
    }

    @Test(
        "An event's alert has times of its own, which are deleted with the event",
        arguments: LogKind.allCases)
    func alertLives(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        func milestone(_ step: Milestone.Step, _ microseconds: Int64, _ rule: Text?) -> Milestone {
            Milestone(id: "a", time: Instant(microseconds: microseconds), step: step, rule: rule)
        }
        _ = try fixture.words(
            .event("a"),
            .milestones(
                room: "main",
                [
                    milestone(.entered, 10, nil), milestone(.queued(position: 1), 10, "big"),
                    milestone(.entered, 20, "big"), milestone(.left(.played), 30, nil),
                    milestone(.messageHidden, 35, "big"), milestone(.left(.skipped), 40, "big"),
                ]))
        let life = try #require(try fixture.log.life(of: "main", id: "a"))
        #expect(
            life.content
                == .init(
                    entered: Instant(microseconds: 10), left: Instant(microseconds: 30),
                    reason: .played))
        #expect(
            life.alert
                == .init(
                    entered: Instant(microseconds: 20), left: Instant(microseconds: 40),
                    reason: .skipped))
        #expect(life.messageHidden == Instant(microseconds: 35))
        _ = try fixture.words(.erase(room: "main", ticket: 1))
        #expect(try fixture.log.life(of: "main", id: "a") == nil)
    }

    @Test(
        "An event's status collects its milestones, and the first delivery time stays",
        arguments: LogKind.allCases)
    func lives(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        func milestone(_ step: Milestone.Step, _ microseconds: Int64) -> Record {
            .milestones(
                room: "main",
                [Milestone(id: "a", time: Instant(microseconds: microseconds), step: step)])
        }
        _ = try fixture.words(.event("a"), milestone(.entered, 10))
        #expect(
            try fixture.log.life(of: "main", id: "a")?.content.entered == Instant(microseconds: 10))
        _ = try fixture.words(
            .sent(room: "main", ids: ["a"], wallMicroseconds: 5),
            .sent(room: "main", ids: ["a"], wallMicroseconds: 9), milestone(.left(.skipped), 20))
        let life = try #require(try fixture.log.life(of: "main", id: "a"))
        #expect(life.content.left == Instant(microseconds: 20) && life.content.reason == .skipped)
        #expect(life.sentWallMicroseconds == 5)
        #expect(try fixture.log.life(of: "main", id: "b") == nil)
        #expect(try fixture.log.life(of: "none", id: "a") == nil)
    }

    @Test("The newest snapshot is read back whole", arguments: LogKind.allCases)
    func snapshots(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        var room = Room(configuration: .init())
        _ = try room.apply(
            Event(seq: 1, id: "a", kind: .control(.hold)), at: Instant(microseconds: 3))
        _ = try fixture.words(
            .snapshot(of: "none", upTo: 1), .event("a"), .snapshot(upTo: 0),
            .snapshot(room: "main", seq: 1, state: room))
        let rooms = try fixture.log.rooms()
        #expect(rooms.map(\.name) == ["main"])
        let snapshot = try #require(rooms.first?.snapshot)
        #expect(snapshot.seq == 1)
        #expect(snapshot.state.isHeld && snapshot.state.now == room.now)
    }

    @Test(
        "A room has its initial configuration and the wall time of its newest event",
        arguments: LogKind.allCases)
    func rooms(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(
            .event("a", in: "later", wall: 5), .event("a", wall: 7),
            .event("b", in: "later", wall: 9))
        let rooms = try fixture.log.rooms()
        #expect(rooms.map(\.name) == ["later", "main"])
        #expect(rooms.map(\.lastWallMicroseconds) == [9, 7])
        #expect(rooms.map(\.birthConfiguration) == ["{\"stage\":{}}", "{\"stage\":{}}"])
        #expect(rooms.map(\.forgottenSeq) == [0, 0])
        #expect(try fixture.log.room("main")?.lastWallMicroseconds == 7)
        #expect(try fixture.log.room("none")?.name == nil)
    }

    @Test("Room names are paged in the order of their UTF-8 bytes", arguments: LogKind.allCases)
    func names(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        for name: Text in ["b", "a_1", "a-2", "main"] {
            _ = try fixture.words(.event("a", in: name))
        }
        // The byte of "-" is 0x2D, that of "_" is 0x5F.
        #expect(try fixture.log.names(after: "", limit: 3) == ["a-2", "a_1", "b"])
        #expect(try fixture.log.names(after: "b", limit: 3) == ["main"])
        #expect(try fixture.log.names(after: "main", limit: 3) == [])
        #expect(try fixture.log.emptied(after: "", limit: 3) == [])
    }

    @Test(
        "Canonically equivalent texts with different bytes are different IDs and names",
        arguments: LogKind.allCases)
    func lookalikes(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        // é as one character, and as e with a combining accent.
        let (one, two): (Text, Text) = ("\u{E9}", "e\u{301}")
        #expect(try fixture.words(.event(one), .event(two), .event(one)) == ["1", "2", "known 1"])
        #expect(try fixture.words(.event("a", in: one), .event("a", in: two)) == ["1", "1"])
        _ = try fixture.erase(one)
        #expect(try fixture.log.rooms().map(\.name) == ["main", two].sorted())
    }
}
