import Foundation
import Journal
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Totals of long histories")
struct TotalsBookTests {
    private static let hour: Int64 = 3_600_000_000

    /// A log of one room's events, which counts the events that are read.
    private static func log(_ events: [StoredEvent]) throws -> FaultyLog {
        let log = FaultyLog()
        _ = try log.append(
            events.map { event in
                let new = NewEvent.sample(
                    event.id, seq: event.seq, time: event.time, body: event.body,
                    wall: event.wallMicroseconds)
                return .event(new, ticket: 0)
            })
        return log
    }

    /// An event in the test's own form.
    private struct SampleEvent {
        enum Kind {
            case gift
            case streak(Int)
            case takeBack(of: Int64)
            case other
        }

        let kind: Kind
        let seq: Int64
        let wall: Int64
        var sender = 0
        var gift = 0
        var count = 1

        var stored: StoredEvent {
            let given =
                #""sender":{"name":"s\#(sender)"},"gift":{"name":"g\#(gift)","value":\#(gift)},"#
                + #""count":\#(count)"#
            let body =
                switch kind {
                case .gift: #"{"type":"gift",\#(given)}"#
                case .streak(let id):
                    #"{"type":"gift",\#(given),"streak":{"id":"k\#(id)","wall":\#(wall)}}"#
                case .takeBack(let seq): #"{"type":"takeBack","of":"e","ofSeq":\#(seq),\#(given)}"#
                case .other: #"{"type":"control","action":"skip"}"#
                }
            return StoredEvent(
                seq: seq, id: "e\(seq)-\(wall)", body: Text(body), wallMicroseconds: wall,
                time: .zero, outcome: nil)
        }
    }

    private struct Row: Decodable, Hashable {
        let key: String
        var events: Int
        var count: Int
        var value: Int
    }

    /// A history of many senders with pauses, streaks, and retracted gifts.
    private static func history(
        _ count: Int, hasStreaks: Bool, _ random: inout SeededGenerator
    ) -> [SampleEvent] {
        func draw(_ bound: Int) -> Int { random.int(below: bound) }
        var (events, gifts): ([SampleEvent], [SampleEvent]) = ([], [])
        var streaks: [Int: Int] = [:]
        var (seq, wall): (Int64, Int64) = (0, 1000 * hour)
        for _ in 0..<count {
            seq += draw(900) == 0 ? Int64(1 + draw(5000)) : 1
            wall += draw(2000) == 0 ? Int64(draw(12)) * hour : Int64(draw(9_000_000))
            var event = SampleEvent(
                kind: .gift, seq: seq, wall: wall, sender: draw(3000), gift: draw(20),
                count: 1 + draw(9))
            switch draw(20) {
            case 0 where !gifts.isEmpty:
                let given = gifts.remove(at: draw(2) == 0 ? draw(gifts.count) : gifts.count - 1)
                event = SampleEvent(
                    kind: .takeBack(of: given.seq), seq: seq, wall: wall, sender: given.sender,
                    gift: given.gift, count: given.count)
            case 1: event = SampleEvent(kind: .other, seq: seq, wall: wall)
            case 2 where hasStreaks:
                // There are fewer streaks than the server tracks, and each streak has one sender.
                let id = draw(900)
                streaks[id, default: 0] += draw(4)
                event = SampleEvent(
                    kind: .streak(id), seq: seq, wall: wall, sender: id, gift: id % 20,
                    count: max(1, streaks[id]! - draw(2)))
            default: gifts.append(event)
            }
            events.append(event)
        }
        return events
    }

    /// The expected rows, computed gift by gift.
    private static func expectedRows(_ events: [SampleEvent], _ question: TotalsQuestion) -> Set<
        Row
    > {
        var start = Int64.min
        switch question.span {
        case .all: break
        case .since(let wall): start = wall
        case .session:
            for (one, next) in zip(events, events.dropFirst()) {
                if next.wall - one.wall >= 6 * hour { start = next.wall }
            }
        }
        var taken: Set<Int64> = []
        for case .takeBack(let seq) in events.map(\.kind) { taken.insert(seq) }
        var streaks: [Int: Int] = [:]
        var rows: [String: Row] = [:]
        for event in events {
            var count = event.count
            switch event.kind {
            case .gift: if taken.contains(event.seq) { continue }
            case .streak(let id):
                let before = streaks[id] ?? 0
                count = max(0, count - before)
                streaks[id] = before + count
            case .takeBack, .other: continue
            }
            if event.wall < start || count == 0 { continue }
            let key = question.grouping == .sender ? "s\(event.sender)" : "g\(event.gift)"
            rows[key, default: Row(key: key, events: 0, count: 0, value: 0)].events += 1
            rows[key]!.count += count
            rows[key]!.value += count * event.gift
        }
        return Set(rows.values)
    }

    private static func answer(
        _ question: TotalsQuestion, of totals: Totals, _ log: FaultyLog
    ) throws -> Set<Row> {
        struct Answer: Decodable { let rows: [Row] }
        let journal = Journal(log: log, wake: {})
        defer { try? journal.close() }
        let work = try totals.begin(question, of: "main", upTo: .max)
        while true {
            guard case .done(let document) = try work.step(journal) else { continue }
            return Set(try JSONDecoder().decode(Answer.self, from: Data(document)).rows)
        }
    }

    private static func questions(_ events: [SampleEvent]) -> [TotalsQuestion] {
        let spans: [TotalsQuestion.Span] =
            [.all, .session] + [10, 2].map { .since(events[events.count / $0].wall) }
        return [TotalsQuestion(grouping: .gift)]
            + spans.map { TotalsQuestion(grouping: .sender, span: $0, limit: 10_000) }
    }

    /// With 3,000 senders, the first limit keeps only a part of the shares, the second all of them
    /// joined, and the third all of them in segments.
    @Test(
        "Totals from joined segments equal totals from single events",
        arguments: zip([2_000, 5_000, 12_000], [1, 2, 3] as [UInt64]))
    func joined(mostShares: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let events = Self.history(10_000, hasStreaks: true, &random)
        let totals = Totals(mostShares: mostShares)
        // The history grows.
        for end in [3000, 3001, 9999] {
            let part = Array(events[...end])
            let log = try Self.log(part.map(\.stored))
            for question in Self.questions(part) {
                #expect(
                    try Self.answer(question, of: totals, log) == Self.expectedRows(part, question),
                    "up to \(end)")
            }
        }
        // The beginning is pruned, first within a segment, then across several.
        for start in [100, 5000] {
            let rest = Array(events[start...])
            let log = try Self.log(rest.map(\.stored))
            for question in Self.questions(rest) {
                #expect(
                    try Self.answer(question, of: totals, log) == Self.expectedRows(rest, question),
                    "from \(start) on")
            }
        }
        // The room is deleted and starts over.
        let other = Self.history(3000, hasStreaks: true, &random)
        let log = try Self.log(other.map(\.stored))
        for question in Self.questions(other) {
            #expect(
                try Self.answer(question, of: totals, log) == Self.expectedRows(other, question))
        }
    }

    @Test("A repeated question reads only new events")
    func again() throws {
        var random = SeededGenerator(seed: 3)
        let events = Self.history(24_000, hasStreaks: true, &random)
        let stored = events.map(\.stored)
        var log = try Self.log(Array(stored[..<23_900]))
        // Unjoined, the twelve segments have about 1,500 shares each.
        let totals = Totals(mostShares: 20_000)
        let all = TotalsQuestion(grouping: .sender, limit: 10_000)
        _ = try Self.answer(all, of: totals, log)
        #expect(log.takeReadEventCount() >= 23_900)
        for span in [TotalsQuestion.Span.all, .session] {
            let question = TotalsQuestion(grouping: .sender, span: span, limit: 10_000)
            #expect(
                try Self.answer(question, of: totals, log)
                    == Self.expectedRows(Array(events[..<23_900]), question))
            // The oldest and the newest event are read to recognize the history.
            #expect(log.takeReadEventCount() < 10)
        }
        log = try Self.log(stored)
        #expect(try Self.answer(all, of: totals, log) == Self.expectedRows(events, all))
        #expect(log.takeReadEventCount() < 110)
    }

    @Test("After pruning, only the rest of the first segment is read again")
    func forgotten() throws {
        var random = SeededGenerator(seed: 4)
        let events = Self.history(24_000, hasStreaks: false, &random)
        var log = try Self.log(events.map(\.stored))
        let totals = Totals(mostShares: 80_000)
        let all = TotalsQuestion(grouping: .gift)
        _ = try Self.answer(all, of: totals, log)
        let rest = Array(events[500...])
        log = try Self.log(rest.map(\.stored))
        #expect(try Self.answer(all, of: totals, log) == Self.expectedRows(rest, all))
        #expect(log.takeReadEventCount() < 12_000)
        #expect(try Self.answer(all, of: totals, log) == Self.expectedRows(rest, all))
        #expect(log.takeReadEventCount() < 10)
    }
}
