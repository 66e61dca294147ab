import Journal
import Testing
import Texts
import Timeline

@testable import Stage

/// Two logs that are told the same say the same.
@Suite("Every log: by chance", .serialized)
struct RandomLogTests {
    /// A chain of numbers that a seed decides.
    private struct Chance {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }

        mutating func of<Element>(_ elements: [Element]) -> Element {
            elements[below(elements.count)]
        }
    }

    private static let rooms: [Text] = ["main", "other", "\u{E9}", "e\u{301}"]

    private func records(_ chance: inout Chance) -> [Record] {
        (0..<chance.below(8)).map { _ in
            let room = chance.of(Self.rooms)
            let id: Text = "e\(chance.below(30))"
            let seq = Int64(chance.below(40))
            switch chance.below(9) {
            case 0...3: return .event(.sample(id, in: room, body: "{\"id\":\"\(id)\"}"), ticket: 1)
            case 4: return .question(.sample(id, in: room), ticket: 2)
            case 5: return .outcome(room: room, seq: seq, chance.of([.shown, .merged(into: id)]))
            case 6:
                let step = chance.of([Milestone.Step.entered, .left(.played)])
                let time = Instant(microseconds: seq)
                return .milestones(room: room, [Milestone(id: id, time: time, step: step)])
            case 7: return .sent(room: room, ids: [id], wallMicroseconds: seq)
            default:
                return chance.below(12) == 0
                    ? .erase(room: room, ticket: 3)
                    : .clock(room: room, .init(standingAt: .zero, log: seq))
            }
        }
    }

    /// All that can be read of a log but times, which depend on how long a commit takes.
    private func describe(_ log: any EventLog) throws -> [String] {
        let rooms = try log.rooms().sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return try rooms.flatMap { room in
            let events = try log.events(of: room.name, after: 0, limit: 1000).map { event in
                let life = try log.life(of: room.name, id: event.id)
                return
                    "\(event.seq) \(event.id) \(event.body) \(String(describing: event.outcome)) "
                    + String(describing: life)
            }
            return [
                "\(room.name) \(room.clock) \(room.forgottenSeq) "
                    + String(describing: room.snapshot?.seq)
            ] + events
        }
    }

    @Test("Whatever is written, all logs agree", arguments: 1...12)
    func agreement(seed: Int) throws {
        var chance = Chance(state: UInt64(seed))
        let fixtures = try LogKind.allCases.map(LogFixture.init)
        for step in 0..<120 {
            let records = records(&chance)
            let verdicts = try fixtures.map { try $0.log.append(records).map(\.word) }
            for other in verdicts {
                try #require(other == verdicts[0], "seed \(seed), step \(step): \(records)")
            }
            switch chance.below(20) {
            case 0:
                // A snapshot covers what there is of a room.
                let room = chance.of(Self.rooms)
                if let last = try fixtures[0].seqs(of: room).last {
                    for fixture in fixtures {
                        _ = try fixture.words(.snapshot(of: room, upTo: last))
                    }
                }
            case 1:
                for fixture in fixtures { fixture.pass(hours: 30) }
                let pruned = try fixtures.map { try $0.pruneAll(olderThanHours: 26) }
                #expect(Set(pruned).count == 1, "seed \(seed), step \(step)")
            default: break
            }
        }
        let told = try fixtures.map { try describe($0.log) }
        for other in told { #expect(other == told[0], "seed \(seed)") }
    }
}
