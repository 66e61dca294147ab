import Foundation
import Stage
import Testing
import Texts
import Timeline

@testable import Journal
@testable import Replay
@testable import SQLiteJournal

@Suite("Import")
struct ImportTests {
    private static let gift = #""type":"gift","gift":"Rose""#
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-import-\(UUID().uuidString)").path

    /// Runs `body` with a log that is gone afterwards.
    private func withLog<Value>(_ body: (SQLiteLog) throws -> Value) throws -> Value {
        let log = try SQLiteLog(directory: directory)
        defer {
            try? log.close()
            try? FileManager.default.removeItem(atPath: directory)
        }
        return try body(log)
    }

    /// Takes lines into a room; returns how many events those were.
    @discardableResult
    private func take(
        _ lines: [String], into room: Text = "main", of log: SQLiteLog,
        refused: (LineRefused) -> Void = { _ in }
    ) throws -> Int {
        var rest = lines[...]
        return try HistoryImport.run(
            into: room, of: log, next: { rest.popFirst().map { Array($0.utf8) } },
            refused: refused)
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
            #expect(try take(lines, of: log) == 3)
            let events = try events(log)
            #expect(events.map(\.seq) == [3, 7, 12])
            #expect(events.map(\.id) == ["a", "e7", "c"])
            #expect(events.map { $0.time.microseconds } == [500_000, 500_000, 2_000_000])
            #expect(
                events.map { $0.outcome }
                    == [.shown, .merged(into: "a"), .merged(into: "a")])
            let next = try log.append([
                .event(
                    NewEvent(
                        room: "main", id: "d", body: "{}", wallMicroseconds: 0,
                        birth: .init(
                            configuration: "{}",
                            clock: RoomClock(standingAt: .zero, log: 0))), ticket: 1)
            ])
            guard case .recorded(seq: 13, _) = next.first?.result else {
                Issue.record("\(next)")
                return
            }
        }
    }

    @Test("A line without a place has its number; a blank line is passed over but counted")
    func lineNumbers() throws {
        try withLog { log in
            let line = #"{"at":0,\#(Self.gift)}"#
            try take([line, "", line], of: log)
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
            #expect(try take(lines, of: log) == 2)
            func export(_ room: Text) throws -> String {
                var text: [UInt8] = []
                try #require(try HistoryExport(of: room, in: log)).write { text += $0 }
                return String(decoding: text, as: UTF8.self)
            }
            let first = try export("main")
            #expect(first.contains(#""x":7"#))
            let again = first.split(separator: "\n").map(String.init)
            #expect(again.count == 3)
            try take(again, into: "again", of: log)
            #expect(try export("again") == first)
        }
    }

    @Test("A repeated id, and what finds something full, are not taken; the others are")
    func passedOver() throws {
        try withLog { log in
            let settings = #"{"gifts":{"channels":1,"queueLimit":0}}"#
            var refused: [String] = []
            let count = try take(
                [
                    #"{"at":0,"seq":0,"type":"config","config":\#(settings)}"#,
                    #"{"at":0,"seq":1,"id":"a",\#(Self.gift)}"#,
                    #"{"at":0,"seq":2,"id":"a",\#(Self.gift)}"#,
                    #"{"at":0,"seq":3,"sender":"Bob",\#(Self.gift)}"#,
                    #"{"at":0,"seq":4,"type":"dismiss","call":"none"}"#,
                    #"{"at":0,"seq":5,\#(Self.gift)}"#,
                ], of: log, refused: { refused.append("\($0)") })
            #expect(count == 2)
            #expect(refused.count == 1 && refused.first?.hasPrefix("line 4: ") == true)
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
                try take([#"{"at":1,"seq":2,"id":"a",\#(Self.gift)}"#, line], of: log)
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
            try take([line], of: log)
            let before = try events(log)
            #expect(throws: HistoryImport.NotEmpty.self) {
                try take([line, line], of: log)
            }
            #expect(try events(log) == before)
        }
    }
}
