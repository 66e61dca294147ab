import Journal
import TestSupport
import Testing
import Texts

@Suite("Every log: pruning", .serialized)
struct LogPruningTests {
    @Test(
        "Old events that a snapshot covers are pruned oldest first, in steps",
        arguments: LogKind.allCases)
    func steps(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        for hour in 0..<3 {
            for room: Text in ["main", "other"] {
                _ = try fixture.words(
                    .event("a\(hour)", in: room), .event("b\(hour)", in: room),
                    .sent(room: room, ids: ["a\(hour)"], wallMicroseconds: 1))
            }
            fixture.pass(hours: 1)
        }
        _ = try fixture.words(.snapshot(upTo: 5), .snapshot(of: "other", upTo: 6))
        #expect(try fixture.prune(olderThanHours: 48).count == 0)
        // The events are 50, 49 and 48 hours old.
        fixture.pass(hours: 47)
        #expect(try fixture.prune(olderThanHours: 48, limit: 3).count == 3)
        #expect(try fixture.seqs() == [3, 4, 5, 6])
        #expect(try fixture.seqs(of: "other") == [2, 3, 4, 5, 6])
        #expect(try fixture.pruneAll(olderThanHours: 48) == 5)
        #expect(try fixture.seqs() == [5, 6])
        #expect(try fixture.log.life(of: "main", id: "a1") == nil)
        #expect(try fixture.log.life(of: "main", id: "a2") != nil)
        fixture.pass(hours: 48)
        #expect(try fixture.pruneAll(olderThanHours: 48) == 3)
        #expect(try fixture.seqs() == [6])
        #expect(try fixture.seqs(of: "other") == [])
        #expect(try fixture.log.rooms().map(\.forgottenSeq) == [5, 6])
        #expect(try fixture.log.emptied(after: "", limit: 9) == ["other"])
        #expect(try fixture.log.emptied(after: "other", limit: 9) == [])
    }

    @Test(
        "A room with old events that no snapshot covers is named until one does",
        arguments: LogKind.allCases)
    func uncovered(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(
            .event("a"), .event("a", in: "other"), .snapshot(of: "other", upTo: 1))
        fixture.pass(hours: 50)
        let result = try fixture.prune(olderThanHours: 48)
        #expect(result.count == 1 && result.uncovered == ["main"])
        _ = try fixture.words(.snapshot(upTo: 1))
        #expect(try fixture.pruneAll(olderThanHours: 48) == 1)
        #expect(try fixture.prune(olderThanHours: 48).uncovered.isEmpty)
    }

    @Test("One room can be pruned at a lower age than the others", arguments: LogKind.allCases)
    func sooner(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        for room: Text in ["main", "other"] {
            _ = try fixture.words(.event("a", in: room), .snapshot(of: room, upTo: 1))
        }
        fixture.pass(hours: 50)
        func prune(_ room: Text?, hours: Int64) throws -> Int {
            try fixture.log.prune(of: room, olderThan: hours * 3_600_000_000, limit: 100).count
        }
        #expect(try prune(nil, hours: 72) == 0)
        #expect(try prune("none", hours: 48) == 0)
        #expect(try prune("main", hours: 72) == 0)
        #expect(try prune("main", hours: 48) == 1)
        #expect(try fixture.seqs() == [])
        #expect(try fixture.seqs(of: "other") == [1])
        #expect(try prune(nil, hours: 48) == 1)
    }

    @Test(
        "A fully pruned room is named with its last sequence number",
        arguments: LogKind.allCases)
    func emptied(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(.event("a"), .event("a", in: "other"), .event("b", in: "other"))
        fixture.pass(hours: 2)
        _ = try fixture.words(.event("b"), .snapshot(upTo: 2), .snapshot(of: "other", upTo: 2))
        fixture.pass(hours: 47)
        #expect(
            try fixture.prune(olderThanHours: 48).emptied == [.init(room: "other", seq: 2)])
        fixture.pass(hours: 2)
        #expect(
            try fixture.prune(olderThanHours: 48).emptied == [.init(room: "main", seq: 2)])
    }

    @Test(
        "Event IDs stay known for a day of log time, whatever age is asked for",
        arguments: LogKind.allCases)
    func leastAge(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(.event("a"), .snapshot(upTo: 1))
        fixture.skip(hours: 150)
        fixture.pass(hours: 23)
        #expect(try fixture.pruneAll(olderThanHours: 1) == 0)
        #expect(try fixture.words(.event("a")) == ["known 1"])
        fixture.pass(hours: 3)
        #expect(try fixture.pruneAll(olderThanHours: 1) == 1)
    }

    // Otherwise a replay of the remaining events would begin with the wrong configuration.
    @Test(
        "A room's initial configuration becomes the one that pruned events set",
        arguments: LogKind.allCases)
    func configuration(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        func configure(_ id: Text, _ x: Int) -> Record {
            let body: Text = #"{"type":"config","config":{"gifts":{"x":\#(x)}}}"#
            return .event(.sample(id, body: body), ticket: 0)
        }
        let gift: Text = #"{"type":"gift","gift":{"name":"Rose"},"config":{"gifts":{"x":9}}}"#
        _ = try fixture.words(
            .event("a"), configure("b", 1), configure("c", 2),
            .event(.sample("d", body: gift), ticket: 0), configure("e", 3), .snapshot(upTo: 5))
        fixture.pass(hours: 50)
        var left: [Text?] = []
        for limit in [1, 1, 2, 1] {
            #expect(try fixture.prune(olderThanHours: 48, limit: limit).count == limit)
            left.append(try fixture.log.rooms().first?.birthConfiguration)
        }
        #expect(
            left == [
                #"{"stage":{}}"#, #"{"gifts":{"x":1}}"#, #"{"gifts":{"x":2}}"#,
                #"{"gifts":{"x":3}}"#,
            ])
    }

    @Test(
        "A fully pruned room continues its sequence numbers, and its event IDs are free",
        arguments: LogKind.allCases)
    func whole(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        _ = try fixture.words(.event("a"), .event("b"), .snapshot(upTo: 2))
        fixture.pass(hours: 50)
        #expect(try fixture.pruneAll(olderThanHours: 48) == 2)
        #expect(try fixture.words(.event("a"), .event("c")) == ["3", "4"])
        #expect(try fixture.log.rooms().first?.snapshot?.seq == 2)
    }
}
