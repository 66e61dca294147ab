import Journal
import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

/// Logs with the same input give the same answers.
@Suite("Every log: random operations", .serialized)
struct RandomLogTests {
    private static let rooms: [Text] = ["main", "other", "\u{E9}", "e\u{301}"]

    private func records(_ random: inout SeededGenerator) -> [Record] {
        (0..<random.int(below: 8)).map { _ in
            let room = random.element(of: Self.rooms)
            let id: Text = "e\(random.int(below: 30))"
            let seq = Int64(random.int(below: 40))
            switch random.int(below: 9) {
            case 0...3: return .event(.sample(id, in: room, body: "{\"id\":\"\(id)\"}"), ticket: 1)
            case 4: return .question(.sample(id, in: room), ticket: 2)
            case 5:
                return .outcome(
                    room: room, seq: seq, random.element(of: [.shown, .merged(into: id)]),
                    alert: random.element(of: [
                        nil, AlertOutcome(rule: "big", place: .queued(position: 2)),
                    ]))
            case 6:
                let step = random.element(of: [
                    Milestone.Step.entered, .left(.played), .messageHidden,
                ])
                let time = Instant(microseconds: seq)
                let rule = random.element(of: [nil, "big" as Text])
                return .milestones(
                    room: room, [Milestone(id: id, time: time, step: step, rule: rule)])
            case 7: return .sent(room: room, ids: [id], wallMicroseconds: seq)
            default:
                return random.chance(oneIn: 12)
                    ? .erase(room: room, ticket: 3)
                    : .clock(room: room, .init(standingAt: .zero, log: seq))
            }
        }
    }

    /// Describes everything readable except times, which depend on the duration of commits.
    private func describe(_ log: any EventLog) throws -> [String] {
        let rooms = try log.rooms().sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return try rooms.flatMap { room in
            let events = try log.events(of: room.name, after: 0, limit: 1000).map { event in
                let life = try log.life(of: room.name, id: event.id)
                return
                    "\(event.seq) \(event.id) \(event.body) \(String(describing: event.outcome)) "
                    + "\(String(describing: event.alert)) \(String(describing: life))"
            }
            return [
                "\(room.name) \(room.clock) \(room.forgottenSeq) "
                    + String(describing: room.snapshot?.seq)
            ] + events
        }
    }

    @Test("All kinds of logs agree on random operations", arguments: 1...12)
    func agreement(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixtures = try LogKind.allCases.map(LogFixture.init)
        for step in 0..<120 {
            let records = records(&random)
            let verdicts = try fixtures.map { try $0.log.append(records).map(\.word) }
            for other in verdicts {
                try #require(other == verdicts[0], "seed \(seed), step \(step): \(records)")
            }
            switch random.int(below: 20) {
            case 0:
                // The snapshot covers all events of the room.
                let room = random.element(of: Self.rooms)
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
