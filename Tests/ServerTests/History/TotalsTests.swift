import Foundation
import HTTPRouting
import Journal
import SQLiteJournal
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Totals")
struct TotalsTests {
    private static let hour: Int64 = 3_600_000_000

    /// A journal of one room's events with given positions and wall times.
    private final class SampleHistory {
        let journal: Journal

        /// `configuration`: the document that the room begins with.
        init(
            _ events: [(seq: Int64, wall: Int64, body: String)],
            configuration: Text = #"{"catalogue":{}}"#
        ) throws {
            let log = MemoryLog()
            let birth = NewEvent.Birth(
                configuration: configuration,
                clock: .init(offMicroseconds: 0, untilMicroseconds: nil))
            _ = try log.append(
                events.map { seq, wall, body in
                    .event(
                        NewEvent(
                            room: "main", id: "e\(seq)", seq: seq, body: Text(body),
                            wallMicroseconds: wall, birth: birth), ticket: 0)
                })
            journal = Journal(log: log, wake: {})
        }

        deinit {
            try? journal.close()
        }

        /// The answer to a question, which may use the totals cached so far.
        func answer(
            _ question: TotalsQuestion, of totals: Totals = Totals(), upTo seq: Int64 = .max
        ) throws -> String {
            let work = try totals.begin(question, of: "main", upTo: seq)
            while true {
                guard case .done(let document) = try work.step(journal) else { continue }
                return String(decoding: document, as: UTF8.self)
            }
        }
    }

    private static func gift(
        _ sender: String, _ gift: String = #"{"name":"Rose"}"#, count: Int = 1, more: String = ""
    ) -> String {
        #"{"type":"gift","sender":\#(sender),"gift":\#(gift),"count":\#(count)\#(more)}"#
    }

    private static func named(_ name: String) -> String { #"{"name":"\#(name)"}"# }

    @Test("Rows are ordered by value, then by count, then by the bytes of the key")
    func order() throws {
        let history = try SampleHistory([
            (1, 0, Self.gift(Self.named("Bob"), count: 3)),
            (2, 1, Self.gift(Self.named("Ann"), count: 3)),
            (3, 2, Self.gift(Self.named("Cid"), #"{"name":"Car","value":2.5}"#)),
            (4, 3, Self.gift(#"{"id":"7","name":"Dee"}"#, count: 9)),
            (
                5, 4,
                Self.gift(#"{"id":"7","name":"Dora"}"#, #"{"id":"car","name":"Auto","value":2}"#)
            ),
        ])
        #expect(
            try history.answer(TotalsQuestion(grouping: .sender))
                == #"{"events":5,"count":17,"value":4.5,"currency":"USD","since":"1970-01-01T00:00:00.000000Z","rows":["#
                + #"{"key":"Cid","name":"Cid","events":1,"count":1,"value":2.5},"#
                + #"{"key":"7","name":"Dora","events":2,"count":10,"value":2},"#
                + #"{"key":"Ann","name":"Ann","events":1,"count":3,"value":0},"#
                + #"{"key":"Bob","name":"Bob","events":1,"count":3,"value":0}]}"#)
        #expect(
            try history.answer(TotalsQuestion(grouping: .gift, limit: 2))
                == #"{"events":5,"count":17,"value":4.5,"currency":"USD","since":"1970-01-01T00:00:00.000000Z","rows":["#
                + #"{"key":"Car","name":"Car","events":1,"count":1,"value":2.5},"#
                + #"{"key":"car","name":"Auto","events":1,"count":1,"value":2}]}"#)
    }

    private static func takeBack(
        _ sender: String, _ seq: Int64, count: Int = 1, more: String = ""
    ) -> String {
        #"{"type":"takeBack","of":"e","ofSeq":\#(seq),"sender":\#(sender),"#
            + #""gift":{"name":"Rose","value":2},"count":\#(count)\#(more)}"#
    }

    @Test("Retracted gifts do not count in any span")
    func takenBack() throws {
        let rose = #"{"name":"Rose","value":2}"#
        let hour = Self.hour
        let history = try SampleHistory([
            (1, 0, Self.gift(Self.named("Ann"), rose, count: 3)),
            (2, hour, Self.gift(Self.named("Bob"), rose, count: 5)),
            // Two sessions; one event of the second session retracts a gift of the first.
            (3, 10 * hour, Self.gift(Self.named("Bob"), rose, count: 7)),
            (4, 10 * hour, Self.takeBack(Self.named("Ann"), 1, count: 3)),
            (5, 11 * hour, Self.gift(Self.named("Cyd"), rose, count: 1)),
            (6, 11 * hour, Self.takeBack(Self.named("Bob"), 3, count: 7)),
            // These events retract nothing that counts.
            (7, 11 * hour, Self.takeBack(Self.named("Cyd"), 5, more: #","test":true"#)),
            (8, 11 * hour, #"{"type":"takeBack","of":"e9","ofSeq":2}"#),
        ])
        let totals = Totals()
        func answer(_ span: TotalsQuestion.Span) throws -> String {
            try history.answer(
                TotalsQuestion(grouping: .sender, span: span, limit: 9), of: totals)
        }
        func row(_ name: String, _ count: Int) -> String {
            #"{"key":"\#(name)","name":"\#(name)","events":1,"count":\#(count),"value":\#(2 * count)}"#
        }
        // The second pass uses the cache.
        for _ in 0..<2 {
            #expect(
                try answer(.all)
                    == #"{"events":2,"count":6,"value":12,"currency":"USD","since":"1970-01-01T00:00:00.000000Z","rows":["#
                    + row("Bob", 5) + "," + row("Cyd", 1) + "]}")
            for span in [TotalsQuestion.Span.session, .since(2 * hour)] {
                #expect(
                    try answer(span)
                        == #"{"events":1,"count":1,"value":2,"currency":"USD","since":"1970-01-01T10:00:00.000000Z","rows":["#
                        + row("Cyd", 1) + "]}")
            }
        }
        #expect(try answer(.since(12 * hour)).hasPrefix(#"{"events":0,"count":0,"value":0,"#))
    }

    @Test("Tests, replays and other events do not count, and an ID differs from a name")
    func others() throws {
        let history = try SampleHistory([
            (1, 0, Self.gift(Self.named("x"), more: #","test":true"#)),
            (2, 1, Self.gift(Self.named("x"), more: #","replayOf":"e1""#)),
            (3, 2, #"{"type":"call","user":{"name":"x"}}"#),
            (4, 3, Self.gift(Self.named("x"), count: 2, more: #","by":"aaaaaaaa""#)),
            (5, 4, Self.gift(#"{"id":"x","name":"Xen"}"#)),
        ])
        #expect(
            try history.answer(TotalsQuestion(grouping: .sender))
                == #"{"events":2,"count":3,"value":0,"currency":"USD","since":"1970-01-01T00:00:00.000003Z","rows":["#
                + #"{"key":"x","name":"x","events":1,"count":2,"value":0},"#
                + #"{"key":"x","name":"Xen","events":1,"count":1,"value":0}]}"#)
    }

    @Test("A session begins after six hours without an event")
    func session() throws {
        let question = TotalsQuestion(grouping: .sender, span: .session)
        let ann = Self.gift(Self.named("Ann"))
        let call = #"{"type":"call","user":{"name":"x"}}"#
        let events: [(Int64, Int64, String)] = [
            (1, 0, ann), (2, 6 * Self.hour, ann), (3, 12 * Self.hour - 1, ann),
            (4, 18 * Self.hour - 2, call), (5, 24 * Self.hour - 3, ann),
        ]
        func counts(_ upTo: Int64) throws -> String {
            String(try SampleHistory(events).answer(question, upTo: upTo).prefix(12))
        }
        #expect(try counts(1) == #"{"events":1,"#)
        // A pause of exactly six hours counts, one shorter by a microsecond does not, and a call
        // ends a pause, too.
        #expect(try counts(2) == #"{"events":1,"#)
        #expect(try counts(3) == #"{"events":2,"#)
        #expect(try counts(5) == #"{"events":3,"#)
        #expect(
            try SampleHistory([]).answer(question)
                == #"{"events":0,"count":0,"value":0,"currency":"USD","since":null,"rows":[]}"#)
    }

    /// The expected counts, computed without a cache.
    private static func expectedShares(
        _ events: [(seq: Int64, wall: Int64, body: String)], _ span: TotalsQuestion.Span
    ) -> [String: Int] {
        var shares: [String: Int] = [:]
        var before: Int64?
        for (_, wall, body) in events {
            if span == .session, let before, wall - before >= 6 * hour { shares = [:] }
            before = wall
            if case .since(let start) = span, wall < start { continue }
            guard body.contains(#""count""#), !body.contains(#""test""#) else { continue }
            let name = body.components(separatedBy: #"{"name":""#)[1].prefix(1)
            let count = Int(body.components(separatedBy: #""count":"#)[1].dropLast())!
            shares[String(name), default: 0] += count
        }
        return shares
    }

    private static func shares(_ answer: String) throws -> [String: Int] {
        struct Answer: Decodable {
            struct Row: Decodable {
                let key: String
                let count: Int
            }
            let count: Int
            let rows: [Row]
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
        #expect(answer.count == answer.rows.reduce(0) { $0 + $1.count })
        return Dictionary(uniqueKeysWithValues: answer.rows.map { ($0.key, $0.count) })
    }

    @Test("Cached totals equal totals computed from scratch", arguments: [1, 2] as [UInt64])
    func kept(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func draw(_ bound: UInt64) -> Int64 { Int64(random.next() % bound) }
        var events: [(seq: Int64, wall: Int64, body: String)] = []
        var (seq, wall): (Int64, Int64) = (0, 1_000 * Self.hour)
        for _ in 0..<7000 {
            seq += draw(900) == 0 ? 1 + draw(9000) : 1
            // The wall clock is set back sometimes.
            wall += draw(1500) == 0 ? draw(14) * Self.hour : draw(9_000_000) - 1_000_000
            let body =
                draw(10) == 0
                ? #"{"type":"control","action":"skip"}"#
                : Self.gift(
                    Self.named(String(UnicodeScalar(UInt8(97 + draw(20))))),
                    count: Int(1 + draw(9)),
                    more: draw(8) == 0 ? #","test":true"# : "")
            events.append((seq, wall, body))
        }
        let totals = Totals()
        let middle = events[3000 + Int(draw(900))].wall
        let spans: [TotalsQuestion.Span] = [.all, .session, .since(middle)]
        // The history grows, and then its beginning is pruned.
        let history = try SampleHistory(events)
        for end in [10, 1500, 1501, 5000, 6999] {
            for span in spans {
                let question = TotalsQuestion(grouping: .sender, span: span)
                #expect(
                    try Self.shares(history.answer(question, of: totals, upTo: events[end].seq))
                        == Self.expectedShares(Array(events[...end]), span), "seed \(seed)")
            }
        }
        let rest = Array(events[2500...])
        let later = try SampleHistory(rest)
        for span in spans {
            let question = TotalsQuestion(grouping: .sender, span: span)
            #expect(
                try Self.shares(later.answer(question, of: totals))
                    == Self.expectedShares(rest, span),
                "seed \(seed)")
        }
        // The room is deleted and starts over.
        let other = events[..<800].map { ($0.seq, $0.wall + 1, $0.body) }
        let again = try SampleHistory(other)
        for span in spans {
            let question = TotalsQuestion(grouping: .sender, span: span)
            #expect(
                try Self.shares(again.answer(question, of: totals))
                    == Self.expectedShares(other, span),
                "seed \(seed)")
        }
    }

    @Test("A streak counts once, across segments and when a span begins within it")
    func streak() throws {
        // One part of the streak per second, across two segment borders.
        let events = (1...4100).map { number -> (seq: Int64, wall: Int64, body: String) in
            let part = #","streak":{"id":"s","wall":\#(number * 1_000_000)}"#
            return (
                Int64(number), Int64(number) * 1_000_000,
                Self.gift(Self.named("a"), count: number, more: part)
            )
        }
        let history = try SampleHistory(events)
        let totals = Totals()
        for _ in 0..<2 {
            func count(_ span: TotalsQuestion.Span) throws -> Int? {
                let question = TotalsQuestion(grouping: .sender, span: span)
                return try Self.shares(history.answer(question, of: totals))["a"]
            }
            #expect(try count(.all) == 4100)
            #expect(try count(.since(4_001_000_000)) == 100)
            #expect(try count(.since(1_001_000_000)) == 3100)
        }
    }

    @Test("At most four questions about a room run at once, and a canceled one frees its slot")
    func crowd() throws {
        let history = try SampleHistory(
            (1...3000).map { (Int64($0), Int64($0), Self.gift(Self.named("a"))) })
        let (totals, question) = (Totals(), TotalsQuestion(grouping: .gift))
        var work = try (0..<4).map { _ in try totals.begin(question, of: "main", upTo: .max) }
        #expect(throws: Problem.self) { try totals.begin(question, of: "main", upTo: .max) }
        _ = try totals.begin(question, of: "other", upTo: .max)
        work[0].giveUp()
        guard case .done = try work[0].step(history.journal) else {
            Issue.record("it goes on")
            return
        }
        work.removeFirst()
        _ = try totals.begin(question, of: "main", upTo: .max)
    }

    /// The rows as `key name count value`.
    private func rows(
        _ history: SampleHistory, _ question: TotalsQuestion, of totals: Totals = Totals()
    ) throws
        -> [String]
    {
        let answer = try JSON(parsing: Array(try history.answer(question, of: totals).utf8))
        guard case .array(let rows)? = answer["rows"] else { return [] }
        return rows.map { row in
            let cells = (["key", "name", "count", "value"] as [Text]).map { key -> String in
                switch row[key] {
                case .string(let text)?: return text.string
                case .number(let number)?: return "\(Int(number))"
                default: return "?"
                }
            }
            return cells.joined(separator: " ")
        }
    }

    private static let shop =
        #"{"rose":{"name":"Rose","value":1},"castle":{"name":"Castle","value":5000},"bow":{}}"#

    @Test("The catalogue's values count, and two names of one entry are one gift")
    func catalogue() throws {
        let history = try SampleHistory(
            [
                (1, 0, Self.gift(Self.named("Ann"), #"{"name":"rose"}"#, count: 12)),
                (2, 1, Self.gift(Self.named("Ann"), #"{"name":"Rose"}"#, count: 8)),
                (3, 2, Self.gift(Self.named("Bob"), #"{"name":"castle"}"#, count: 10)),
                (4, 3, Self.gift(Self.named("Cyd"), #"{"id":"CASTLE","name":"Schloss"}"#)),
                (5, 4, Self.gift(Self.named("Cyd"), #"{"name":"Rose","value":7}"#)),
                (6, 5, Self.gift(Self.named("Cyd"), #"{"name":"bow","price":3}"#, count: 2)),
                (7, 6, Self.gift(Self.named("Cyd"), #"{"name":"Cow","price":4}"#)),
                (8, 7, Self.gift(Self.named("Cyd"), #"{"name":"cow"}"#)),
            ], configuration: Text(#"{"catalogue":\#(Self.shop)}"#))
        #expect(
            try rows(history, TotalsQuestion(grouping: .sender))
                == ["Bob Bob 10 50000", "Cyd Cyd 6 5017", "Ann Ann 20 20"])
        #expect(
            try rows(history, TotalsQuestion(grouping: .gift))
                == [
                    "castle Schloss 11 55000", "rose Rose 21 27", "bow bow 2 6", "Cow Cow 1 4",
                    "cow cow 1 0",
                ])
    }

    @Test("A gift in another currency and a free gift have no value")
    func currencies() throws {
        let history = try SampleHistory(
            [
                (1, 0, Self.gift(#""Ann""#, #"{"name":"a","value":500,"currency":"EUR"}"#)),
                (2, 1, Self.gift(#""Bob""#, #"{"name":"b","value":900,"currency":"USD"}"#)),
                (3, 2, Self.gift(#""Cyd""#, #"{"name":"c","price":0}"#)),
            ], configuration: #"{"catalogue":{},"sources":{"currency":"EUR"}}"#)
        #expect(
            try rows(history, TotalsQuestion(grouping: .sender))
                == ["Ann Ann 1 500", "Bob Bob 1 0", "Cyd Cyd 1 0"])
    }

    @Test("Each gift has the value of its instant, in every span, however the history was read")
    func changes() throws {
        func config(_ value: Int) -> String {
            #"{"type":"config","config":{"catalogue":{"rose":{"value":\#(value)}}}}"#
        }
        func sum(_ answer: String) -> String? {
            answer.split(separator: #""value":"#).dropFirst().first.map {
                String($0.prefix { $0 != "," })
            }
        }
        let rose = Self.gift(#""Ann""#, #"{"name":"Rose"}"#)
        var events: [(seq: Int64, wall: Int64, body: String)] = [(1, 0, rose), (2, 10, config(5))]
        // More than one segment has the new value.
        for seq in 3...6000 { events.append((Int64(seq), Int64(seq) * 10, rose)) }
        events.append((6001, 60_010, config(100)))
        events.append((6002, 60_020, rose))
        let history = try SampleHistory(
            events, configuration: #"{"catalogue":{"rose":{"value":2}}}"#)
        let totals = Totals()
        // 2 at first, 5998 at 5, one at 100.
        let all = TotalsQuestion(grouping: .sender)
        for _ in 0..<2 {
            #expect(sum(try history.answer(all, of: totals)) == "\(2 + 5998 * 5 + 100)")
        }
        #expect(sum(try history.answer(all, upTo: 6000)) == "\(2 + 5998 * 5)")
        // The events from 5901 on: 100 at 5, and the last.
        let late = TotalsQuestion(grouping: .sender, span: .since(59_010))
        #expect(sum(try history.answer(late, of: totals)) == "\(100 * 5 + 100)")
        #expect(sum(try history.answer(late)) == "\(100 * 5 + 100)")
    }

    @Test("A value that has fallen since does not make a sum negative")
    func fallen() throws {
        let history = try SampleHistory([
            (1, 0, #"{"type":"config","config":{"catalogue":{"rose":{"value":1}}}}"#),
            (2, 1, Self.gift(#""Ann""#, count: 2)),
            (3, 2, Self.gift(#""Bob""#)),
            (4, 3, #"{"type":"config","config":{"catalogue":{"rose":{"value":9}}}}"#),
            (
                5, 4,
                #"{"type":"takeBack","of":"e2","ofSeq":2,"sender":{"name":"Ann"},"#
                    + #""gift":{"name":"Rose"},"count":2}"#
            ),
        ])
        #expect(try rows(history, TotalsQuestion(grouping: .sender)) == ["Bob Bob 1 1"])
        #expect(try history.answer(TotalsQuestion(grouping: .sender)).contains(#""value":0,"cur"#))
    }

    @Test("Beyond the limit of rows the sums stay correct and the chosen rows are stable")
    func many() throws {
        func tally(_ names: ClosedRange<Int>) throws -> GiftTotals {
            var (tally, state) = (GiftTotals(), TotalsState())
            for number in names {
                try tally.add(
                    .sample(1, "e", body: Text(Self.gift(Self.named("n\(number)")))),
                    in: &state)
            }
            return tally
        }
        for _ in 0..<5 {
            var sum = try tally(1...3)
            sum.add(try tally(2...9), takingBackFrom: 0, limit: 5)
            #expect(sum.sum.count == 11)
            #expect(
                sum.senders.mapValues(\.sum.count)
                    == Dictionary(
                        uniqueKeysWithValues: [
                            ("n1", 1), ("n2", 2), ("n3", 2), ("n4", 1), ("n5", 1),
                        ]
                        .map { (GiftTotals.Key(text: Text($0.0), isID: false), $0.1) }))
        }
    }

    @Test("An approval without effect adds nothing", arguments: [true, false])
    func approvalWithoutEffect(isOvertaken: Bool) throws {
        let body = Self.gift(Self.named("Ann"), count: 3, more: #","approves":"k""#)
        let approval = StoredEvent(
            seq: 1, id: "approved:k", body: Text(body), wallMicroseconds: 0, time: .zero,
            outcome: isOvertaken ? .skipped(.overtaken) : .shown)
        var (tally, state) = (GiftTotals(), TotalsState())
        try tally.add(approval, in: &state)
        #expect(tally.sum.count == (isOvertaken ? 0 : 3))
    }
}
