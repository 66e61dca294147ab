import Foundation
import Stage
import Testing
import Texts
import Timeline

@testable import Journal
@testable import Replay
@testable import SQLiteJournal

@Suite("History import")
struct ImportTests {
    private static let gift = #""type":"gift","gift":"Rose""#
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-import-\(UUID().uuidString)").path

    /// Runs `body` with a log, and deletes the log afterwards.
    private func withLog<Value>(_ body: (SQLiteLog) throws -> Value) throws -> Value {
        let log = try SQLiteLog(directory: directory)
        defer {
            try? log.close()
            try? FileManager.default.removeItem(atPath: directory)
        }
        return try body(log)
    }

    /// Imports lines into a room and returns the number of imported events.
    @discardableResult
    private func importLines(
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

    @Test("Imported events keep their seq, ID and time, and the room counts on from the last seq")
    func seqs() throws {
        try withLog { log in
            let lines = [
                #"{"at":0.5,"seq":3,"id":"a",\#(Self.gift)}"#, "",
                #"{"at":0.5,"seq":7,\#(Self.gift)}"#, #"{"at":2,"seq":12,"id":"c",\#(Self.gift)}"#,
            ]
            #expect(try importLines(lines, of: log) == 3)
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

    @Test("A line without a seq gets its line number, and blank lines are counted")
    func lineNumbers() throws {
        try withLog { log in
            let line = #"{"at":0,\#(Self.gift)}"#
            try importLines([line, "", line], of: log)
            #expect(try events(log).map(\.seq) == [1, 3])
            #expect(try events(log).map(\.id) == ["e1", "e3"])
        }
    }

    @Test("An imported history is exported unchanged")
    func roundTrip() throws {
        try withLog { log in
            let birth = #"{"at":0,"seq":0,"id":"b","type":"config","config":{"gifts":{"x":7}}}"#
            let lines = [
                birth, #"{"at":0.25,"seq":2,"id":"a",\#(Self.gift)}"#,
                #"{"at":1,"seq":5,"id":"b2","type":"control","action":"hold"}"#,
            ]
            #expect(try importLines(lines, of: log) == 2)
            func export(_ room: Text) throws -> String {
                var text: [UInt8] = []
                try #require(try HistoryExport(of: room, in: log)).write { text += $0 }
                return String(decoding: text, as: UTF8.self)
            }
            let first = try export("main")
            #expect(first.contains(#""x":7"#))
            let again = first.split(separator: "\n").map(String.init)
            #expect(again.count == 3)
            try importLines(again, into: "again", of: log)
            #expect(try export("again") == first)
        }
    }

    @Test("Repeated IDs and refused events are left out, and the other events are imported")
    func leftOut() throws {
        try withLog { log in
            let settings = #"{"gifts":{"channels":1,"queueLimit":0}}"#
            var refused: [String] = []
            let count = try importLines(
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
        "A bad line is reported by its number, and nothing is imported",
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
                try importLines([#"{"at":1,"seq":2,"id":"a",\#(Self.gift)}"#, line], of: log)
            }
            #expect(error?.line == 2)
            #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
            let rooms = try log.rooms()
            #expect(rooms.isEmpty)
        }
    }

    @Test("A room with a history refuses an import and keeps its events")
    func notEmpty() throws {
        try withLog { log in
            let line = #"{"at":0,\#(Self.gift)}"#
            try importLines([line], of: log)
            let before = try events(log)
            #expect(throws: HistoryImport.NotEmpty.self) {
                try importLines([line, line], of: log)
            }
            #expect(try events(log) == before)
        }
    }
}
