import Foundation
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import SQLiteJournal
@testable import Server
@testable import Webhooks

@Suite("Pages of history")
struct HistoryAnswerTests {
    private static let count = 700
    /// The longest caption, in characters of four bytes. All captions together take 1.4 MB.
    private static let characters = 500

    /// A server with a room of long captions; every other caption has the word `odd`.
    private func server() throws -> LiveServer {
        let directory = try TemporaryDirectory()
        let log = try SQLiteLog(directory: directory.path)
        _ = try log.append(
            (1...Self.count).map { number in
                let word = number.isMultiple(of: 2) ? "even" : "odd"
                let text =
                    word + String(repeating: "\u{1F339}", count: Self.characters - word.count)
                let body = Text(#"{"type":"caption","text":"\#(text)"}"#)
                return .event(.sample("c\(number)", body: body, configuration: "{}"), ticket: 0)
            })
        try log.close()
        return try LiveServer(in: directory)
    }

    private func seqs(_ answer: Client.Answer) -> [Double] {
        (answer.json["events"]?.elements ?? []).compactMap {
            if case .number(let seq)? = $0["seq"] { seq } else { nil }
        }
    }

    @Test("A long page is chunked, complete and at most 1 MiB")
    func pages() throws {
        let server = try self.server()
        let client = try Client(server)
        var after = 0
        var all: [Double] = []
        var pages = 0
        while true {
            let page = try client.get("/v1/rooms/main/events?after=\(after)&limit=1000")
            let seqs = seqs(page)
            if seqs.isEmpty {
                #expect(page.json["next"] == .number(Double(after)))
                break
            }
            #expect(page.body.count <= 1 << 20)
            #expect(page.fields["transfer-encoding"] == "chunked")
            #expect(page.json["next"] == .number(seqs.last ?? 0))
            all += seqs
            after = Int(seqs.last ?? 0)
            pages += 1
        }
        #expect(all == (1...Self.count).map(Double.init))
        #expect(pages == 2)
        // A limit applies to the whole page, and a page of one piece has a content length.
        let limited = try client.get("/v1/rooms/main/events?after=3&limit=7")
        #expect(seqs(limited) == (4...10).map(Double.init))
        let short = try client.get("/v1/rooms/main/events?limit=2")
        #expect(seqs(short) == [1, 2] && short.fields["content-length"] != nil)
    }

    @Test("A backward search finds every match and can be continued")
    func search() throws {
        let server = try self.server()
        let client = try Client(server)
        var before: JSON? = .number(Double(Self.count + 1))
        var all: [Double] = []
        while case .number(let number)? = before {
            let page = try client.get("/v1/rooms/main/events?q=odd&limit=300&before=\(Int(number))")
            all += seqs(page)
            before = page.json["next"]
        }
        #expect(before == .null)
        #expect(all == stride(from: Self.count - 1, through: 1, by: -2).map(Double.init))
        let few = try client.get("/v1/rooms/main/events?q=odd&limit=3&before=51")
        #expect(seqs(few) == [49, 47, 45] && few.json["next"] == .number(45))
    }

    @Test("A backward search skips gaps in the sequence numbers")
    func gaps() throws {
        let log = MemoryLog()
        for seq: Int64 in [1, 2000] {
            let body: Text = #"{"type":"counter","name":"n","to":1}"#
            _ = try log.append([.event(.sample("e\(seq)", seq: seq, body: body), ticket: 0)])
        }
        let journal = Journal(log: log, wake: {})
        var page = HistorySearch(before: 3000, after: 0, kinds: nil, text: nil, limit: 10)
        var piece: [UInt8] = []
        while try page.append(to: &piece, from: journal.history(of: "main")) {}
        let document = try JSON(parsing: piece)
        #expect(document["events"]?.elements.map { $0["id"] } == [.string("e2000"), .string("e1")])
        #expect(document["next"] == .null)
        try journal.close()
    }
}
