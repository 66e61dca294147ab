import Foundation
import Journal
import Stage
import Synchronization
import TestSupport
import Testing
import Texts
import Timeline

@testable import Server

@Suite("Totals of long histories")
struct TotalsBookTests {
    private static let hour: Int64 = 3_600_000_000

    /// One room's events, which counts those that are read; what is not asked for here is empty.
    private final class CountedLog: PastLog {
        private let past: Mutex<(events: [StoredEvent], readCount: Int)>
        let clock = LogClock(at: 100_000_000, monotonic: { 1_000_000_000 })

        init(_ events: [StoredEvent]) { past = Mutex((events, 0)) }

        func change(_ events: [StoredEvent]) { past.withLock { $0.events = events } }

        /// How many events were read since this was asked last.
        func takeReadCount() -> Int {
            past.withLock { past in
                defer { past.readCount = 0 }
                return past.readCount
            }
        }

        func events(
            of: Text, after seq: Int64, limit: Int, byteLimit: Int
        ) throws(JournalError) -> [StoredEvent] {
            past.withLock { past in
                var (low, high) = (0, past.events.count)
                while low < high {
                    let middle = (low + high) / 2
                    if past.events[middle].seq > seq { high = middle } else { low = middle + 1 }
                }
                let events = past.events[low...].prefix(limit)
                past.readCount += events.count
                return Array(events)
            }
        }

        func room(_ name: Text) throws(JournalError) -> StoredRoom? { nil }
    }

    /// An event as the test knows it.
    private struct Given {
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

    /// A history of many senders with pauses, streaks, and gifts that are taken back, soon or late.
    private static func history(
        _ count: Int, hasStreaks: Bool, _ random: inout SeededGenerator
    ) -> [Given] {
        func draw(_ bound: Int) -> Int { random.int(below: bound) }
        var (events, gifts): ([Given], [Given]) = ([], [])
        var streaks: [Int: Int] = [:]
        var (seq, wall): (Int64, Int64) = (0, 1000 * hour)
        for _ in 0..<count {
            seq += draw(900) == 0 ? Int64(1 + draw(5000)) : 1
            wall += draw(2000) == 0 ? Int64(draw(12)) * hour : Int64(draw(9_000_000))
            var event = Given(
                kind: .gift, seq: seq, wall: wall, sender: draw(3000), gift: draw(20),
                count: 1 + draw(9))
            switch draw(20) {
            case 0 where !gifts.isEmpty:
                let given = gifts.remove(at: draw(2) == 0 ? draw(gifts.count) : gifts.count - 1)
                event = Given(
                    kind: .takeBack(of: given.seq), seq: seq, wall: wall, sender: given.sender,
                    gift: given.gift, count: given.count)
            case 1: event = Given(kind: .other, seq: seq, wall: wall)
            case 2 where hasStreaks:
                // Not more of them than are known at once; one belongs to one sender.
                let id = draw(900)
                streaks[id, default: 0] += draw(4)
                event = Given(
                    kind: .streak(id), seq: seq, wall: wall, sender: id, gift: id % 20,
                    count: max(1, streaks[id]! - draw(2)))
            default: gifts.append(event)
            }
            events.append(event)
        }
        return events
    }

    /// What the rows must be: each gift by itself, and none that was taken back.
    private static func plain(_ events: [Given], _ question: TotalsQuestion) -> Set<Row> {
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
        _ question: TotalsQuestion, of totals: Totals, _ log: CountedLog
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

    private static func questions(_ events: [Given]) -> [TotalsQuestion] {
        let spans: [TotalsQuestion.Span] =
            [.all, .session] + [10, 2].map { .since(events[events.count / $0].wall) }
        return [TotalsQuestion(grouping: .gift)]
            + spans.map { TotalsQuestion(grouping: .sender, span: $0, limit: 10_000) }
    }

    /// Of 3,000 senders few shares hold but a part, more hold all of it joined, many hold it in pieces.
    @Test(
        "Joined stretches tell what each event tells",
        arguments: zip([2_000, 5_000, 12_000], [1, 2, 3] as [UInt64]))
    func joined(mostShares: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let events = Self.history(10_000, hasStreaks: true, &random)
        let totals = Totals(mostShares: mostShares)
        let log = CountedLog(events.map(\.stored))
        // Of the room more and more is known.
        for end in [3000, 3001, 9999] {
            let part = Array(events[...end])
            log.change(part.map(\.stored))
            for question in Self.questions(part) {
                #expect(
                    try Self.answer(question, of: totals, log) == Self.plain(part, question),
                    "up to \(end)")
            }
        }
        // Its beginning is forgotten, within a stretch and over some.
        for start in [100, 5000] {
            let rest = Array(events[start...])
            log.change(rest.map(\.stored))
            for question in Self.questions(rest) {
                #expect(
                    try Self.answer(question, of: totals, log) == Self.plain(rest, question),
                    "from \(start) on")
            }
        }
        // It is deleted, and comes again.
        let other = Self.history(3000, hasStreaks: true, &random)
        log.change(other.map(\.stored))
        for question in Self.questions(other) {
            #expect(try Self.answer(question, of: totals, log) == Self.plain(other, question))
        }
    }

    @Test("Who asks again has only read what is new, however many gave")
    func again() throws {
        var random = SeededGenerator(seed: 3)
        let events = Self.history(24_000, hasStreaks: true, &random)
        let stored = events.map(\.stored)
        let log = CountedLog(Array(stored[..<23_900]))
        // Unjoined, its twelve stretches have some 1,500 shares each.
        let totals = Totals(mostShares: 20_000)
        let all = TotalsQuestion(grouping: .sender, limit: 10_000)
        _ = try Self.answer(all, of: totals, log)
        #expect(log.takeReadCount() >= 23_900)
        for span in [TotalsQuestion.Span.all, .session] {
            let question = TotalsQuestion(grouping: .sender, span: span, limit: 10_000)
            #expect(
                try Self.answer(question, of: totals, log)
                    == Self.plain(Array(events[..<23_900]), question))
            // The oldest one and the newest one, to see whether it is the same history.
            #expect(log.takeReadCount() < 10)
        }
        log.change(stored)
        #expect(try Self.answer(all, of: totals, log) == Self.plain(events, all))
        #expect(log.takeReadCount() < 110)
    }

    @Test("Where the beginning is forgotten, only what is left of its stretch is read again")
    func forgotten() throws {
        var random = SeededGenerator(seed: 4)
        let events = Self.history(24_000, hasStreaks: false, &random)
        let log = CountedLog(events.map(\.stored))
        let totals = Totals(mostShares: 80_000)
        let all = TotalsQuestion(grouping: .gift)
        _ = try Self.answer(all, of: totals, log)
        let rest = Array(events[500...])
        log.change(rest.map(\.stored))
        _ = log.takeReadCount()
        #expect(try Self.answer(all, of: totals, log) == Self.plain(rest, all))
        #expect(log.takeReadCount() < 12_000)
        #expect(try Self.answer(all, of: totals, log) == Self.plain(rest, all))
        #expect(log.takeReadCount() < 10)
    }
}
