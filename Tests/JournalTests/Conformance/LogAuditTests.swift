import Foundation
import Journal
import TestSupport
import Testing
import Texts

@Suite("Every log: audit notes and room admin settings", .serialized)
struct LogAuditTests {
    private func note(_ details: Text, of room: Text? = "main") -> AuditNote {
        AuditNote(room: room, wallMicroseconds: 5, details: details)
    }

    private func entries(
        _ fixture: LogFixture, of room: Text? = nil, after seq: Int64 = 0, limit: Int = 9
    ) throws -> [Text] {
        try fixture.log.notes(of: room, after: seq, limit: limit)
            .map { "\($0.seq) \($0.note.details)" }
    }

    private func filled(_ kind: LogKind) throws -> LogFixture {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        try log.put("key/a", noting: note("made"))
        try log.put("key/b", of: nil, noting: note("made for all", of: nil))
        try log.put("suspension", "x", noting: note("suspended"))
        try log.put("suspension", "y", of: "other", noting: note("z", of: "other"))
        try log.remove("key/a", noting: note("revoked"))
        try log.add(note("uploaded", of: "other"))
        return fixture
    }

    @Test(
        "Audit notes are listed in order, for one room or for all rooms",
        arguments: LogKind.allCases)
    func round(kind: LogKind) throws {
        let fixture = try filled(kind)
        let all: [Text] = [
            "1 made", "2 made for all", "3 suspended", "4 z", "5 revoked", "6 uploaded",
        ]
        #expect(try entries(fixture) == all)
        #expect(try entries(fixture, after: 1, limit: 2) == Array(all[1...2]))
        #expect(try entries(fixture, of: "main") == [all[0], all[2], all[4]])
    }

    @Test("Erasing a room removes its audit notes and its settings", arguments: LogKind.allCases)
    func erasure(kind: LogKind) throws {
        let fixture = try filled(kind)
        _ = try fixture.erase("main")
        #expect(try entries(fixture) == ["2 made for all", "4 z", "6 uploaded"])
        #expect(try fixture.log.settingWords() == ["/key/b={}", "other/suspension=y"])
    }

    @Test("Audit notes on one shelf never push out notes on another", arguments: LogKind.allCases)
    func shelves(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        for shelf in AuditNote.Shelf.allCases {
            let note = AuditNote(
                room: "main", wallMicroseconds: 5, details: "\(Text(shelf.rawValue))!", shelf: shelf
            )
            try fixture.log.put("a", noting: note)
        }
        for number in 1...1003 { try fixture.log.put("b", noting: note("\(number)")) }
        let notes = try fixture.log.notes(of: "main", after: 0, limit: 2000)
        #expect(notes.count == 1002)
        #expect(notes.prefix(3).map(\.note.details) == ["access!", "changes!", "4"])
        #expect(notes.prefix(3).map(\.note.shelf) == [.access, .changes, .other])
        _ = try fixture.erase("main")
        #expect(try fixture.log.notes(of: "main", after: 0, limit: 9).isEmpty)
    }

    @Test(
        "A room keeps the newest 1,000 audit notes of a shelf, independent of other rooms",
        arguments: LogKind.allCases)
    func bounded(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        try fixture.log.put("a", of: "other", noting: note("kept", of: "other"))
        for number in 1...1003 {
            try fixture.log.put("b", noting: note("\(number)"))
        }
        let notes = try fixture.log.notes(of: "main", after: 0, limit: 2000)
        #expect(notes.count == 1000)
        #expect(notes.first?.note.details == "4")
        #expect(try entries(fixture, of: "other") == ["1 kept"])
    }
}
