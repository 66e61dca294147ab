import Foundation
import Stage
import Testing
import Texts
import Timeline

@testable import Journal
@testable import Server

@Suite("Import")
struct ImportTests {
    private static let gift = #""type":"gift","gift":"Rose""#
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-import-\(UUID().uuidString)").path

    /// Runs `body` with a log that is gone afterwards.
    private func withLog<Value>(_ body: (SQLiteLog) throws -> Value) throws -> Value {
        let log = try SQLiteLog(directory: directory)
        defer {
            log.close()
            try? FileManager.default.removeItem(atPath: directory)
        }
        return try body(log)
    }

    private func history(_ lines: [String], into room: Text = "main") throws -> HistoryImport {
        var history = HistoryImport(into: room)
        for line in lines { _ = try history.feed(Array(line.utf8)) }
        return history
    }

    private func events(_ log: SQLiteLog) throws -> [StoredEvent] {
        try log.events(of: "main", after: 0, limit: 100)
    }

    @Test("Events keep their places, ids and instants, and the room goes on counting after them")
    func seqs() throws {
        try withLog { log in
            let lines = [
                #"{"at":0.5,"seq":3,"id":"a",\#(Self.gift)}"#, "",
                #"{"at":0.5,"seq":7,\#(Self.gift)}"#, #"{"at":2,"seq":12,"id":"c",\#(Self.gift)}"#,
            ]
            #expect(try history(lines).finish(in: log) == 3)
            let events = try events(log)
            #expect(events.map(\.seq) == [3, 7, 12])
            #expect(events.map(\.id) == ["a", "e7", "c"])
            #expect(events.map { $0.applied?.time.microseconds } == [500_000, 500_000, 2_000_000])
            #expect(
                events.map { $0.applied?.outcome }
                    == [.shown, .merged(into: "a"), .merged(into: "a")])
            let next = try log.append([
                .event(
                    NewEvent(
                        room: "main", id: "d", body: "{}", wallMicroseconds: 0,
                        birthConfiguration: "{}"), ticket: 1)
            ])
            guard case .recorded(seq: 13) = next.first?.result else {
                Issue.record("\(next)")
                return
            }
        }
    }

    @Test("A line without a place has its number; a blank line is passed over but counted")
    func lineNumbers() throws {
        try withLog { log in
            let line = #"{"at":0,\#(Self.gift)}"#
            _ = try history([line, "", line]).finish(in: log)
            #expect(try events(log).map(\.seq) == [1, 3])
            #expect(try events(log).map(\.id) == ["e1", "e3"])
        }
    }

    @Test("What is exported again is what was imported")
    func roundTrip() throws {
        try withLog { log in
            let birth = #"{"at":0,"seq":0,"id":"b","type":"config","config":{"gifts":{"x":7}}}"#
            let lines = [
                birth, #"{"at":0.25,"seq":2,"id":"a",\#(Self.gift)}"#,
                #"{"at":1,"seq":5,"id":"b2","type":"control","action":"hold"}"#,
            ]
            #expect(try history(lines).finish(in: log) == 2)
            func export(_ room: Text) throws -> String {
                var text: [UInt8] = []
                try #require(try HistoryExport(of: room, in: log)).write { text += $0 }
                return String(decoding: text, as: UTF8.self)
            }
            let first = try export("main")
            #expect(first.contains(#""x":7"#))
            let again = first.split(separator: "\n").map(String.init)
            #expect(again.count == 3)
            _ = try history(again, into: "again").finish(in: log)
            #expect(try export("again") == first)
        }
    }

    @Test("A repeated id, and what finds something full, are not taken; the others are")
    func passedOver() throws {
        try withLog { log in
            var history = HistoryImport(into: "main")
            func feed(_ text: String) throws -> String? {
                try history.feed(Array(text.utf8)).map { "\($0)" }
            }
            let settings = #"{"gifts":{"channels":1,"queueLimit":0}}"#
            #expect(
                try feed(#"{"at":0,"seq":0,"type":"config","config":\#(settings)}"#) == nil)
            #expect(try feed(#"{"at":0,"seq":1,"id":"a",\#(Self.gift)}"#) == nil)
            #expect(try feed(#"{"at":0,"seq":2,"id":"a",\#(Self.gift)}"#) == nil)
            let refused = try feed(#"{"at":0,"seq":3,"sender":"Bob",\#(Self.gift)}"#)
            #expect(refused?.hasPrefix("line 4: ") == true)
            #expect(try feed(#"{"at":0,"seq":4,"type":"dismiss","call":"none"}"#) == nil)
            #expect(try feed(#"{"at":0,"seq":5,\#(Self.gift)}"#) == nil)
            #expect(try history.finish(in: log) == 2)
            #expect(try events(log).map(\.seq) == [1, 5])
        }
    }

    @Test(
        "A line that is not as it must be is named, and nothing of it all is taken",
        arguments: [
            (#"{"at":1,"seq":2,"id":"x",\#(gift)}"#, "/seq"),
            (#"{"at":1,"seq":1,"id":"x",\#(gift)}"#, "/seq"),
            (#"{"at":1,"seq":0,"id":"x",\#(gift)}"#, "/seq"),
            (#"{"at":1,"seq":0,"id":"x","type":"config","config":{}}"#, "/seq"),
            (#"{"at":0.9,"seq":3,\#(gift)}"#, "/at"),
            (#"{"at":1,"seq":3,"x":1,\#(gift)}"#, "/x"),
            (#"{"at":1,"seq":3,"type":"dance"}"#, "/type"),
            (#"{"at":1,"seq":3.5,\#(gift)}"#, "/seq"),
            (#"{"at":1,"seq":3,"type":"config","config":{"gifts":{"channels":99}}}"#, "channels"),
            (#"{"at":1,"seq":3"#, "JSON"),
        ])
    func refused(line: String, reason: String) throws {
        try withLog { log in
            let error = #expect(throws: LineError.self) {
                _ = try history([#"{"at":1,"seq":2,"id":"a",\#(Self.gift)}"#, line]).finish(in: log)
            }
            #expect(error?.line == 2)
            #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
            let rooms = try log.rooms()
            #expect(rooms.isEmpty)
        }
    }

    @Test("A room that has a history takes no other, and keeps its own")
    func notEmpty() throws {
        try withLog { log in
            let line = #"{"at":0,\#(Self.gift)}"#
            _ = try history([line]).finish(in: log)
            let before = try events(log)
            #expect(throws: HistoryImport.NotEmpty.self) {
                try history([line, line]).finish(in: log)
            }
            #expect(try events(log) == before)
        }
    }
}
