import Foundation
import Stage
import Testing
import Texts
import Timeline
import Wire

@testable import Journal
@testable import SQLiteJournal
@testable import Server

@Suite("Pages of history")
struct HistoryAnswerTests {
    private static let count = 700
    /// As long as a caption may be, in letters of four bytes: all together make 1.4 MB.
    private static let characters = 500

    /// A server with a room of long captions, every second of which has the word `odd`.
    private func server() throws -> LiveServer {
        let server = try LiveServer()
        let client = try Client(server)
        for number in 1...Self.count {
            let word = number.isMultiple(of: 2) ? "even" : "odd"
            let text = word + String(repeating: "\u{1F339}", count: Self.characters - word.count)
            let answer = try client.post(
                "/v1/rooms/main/captions", #"{"id":"c\#(number)","text":"\#(text)"}"#)
            try #require(answer.status == 202)
        }
        return server
    }

    private func seqs(_ answer: Client.Answer) -> [Double] {
        (answer.json["events"]?.elements ?? []).compactMap {
            if case .number(let seq)? = $0["seq"] { seq } else { nil }
        }
    }

    @Test("A long page comes in pieces, whole, and has at most 1 MiB")
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
        // A limit is kept to over pieces, and a page of one piece says how long it is.
        let limited = try client.get("/v1/rooms/main/events?after=3&limit=7")
        #expect(seqs(limited) == (4...10).map(Double.init))
        let short = try client.get("/v1/rooms/main/events?limit=2")
        #expect(seqs(short) == [1, 2] && short.fields["content-length"] != nil)
    }

    @Test("So does a look back, which finds what it is asked for and goes on from there")
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

    @Test("A look back goes past places that no event has")
    func gaps() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-gaps-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let log = try SQLiteLog(directory: directory)
        let birth = NewEvent.Birth(
            configuration: "{}", clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil))
        for seq: Int64 in [1, 2000] {
            _ = try log.append([
                .event(
                    NewEvent(
                        room: "main", id: "e\(seq)", seq: seq,
                        body: #"{"type":"counter","name":"n","to":1}"#, wallMicroseconds: 0,
                        birth: birth), ticket: 0)
            ])
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
