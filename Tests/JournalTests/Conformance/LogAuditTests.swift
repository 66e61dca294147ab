import Foundation
import Journal
import Testing
import Texts

@Suite("Every log: audit notes and room admin settings", .serialized)
struct LogAuditTests {
    private func note(_ details: Text, of room: Text? = "main") -> AuditNote {
        AuditNote(room: room, wallMicroseconds: 5, details: details)
    }

    private func key(_ id: Text, of room: Text?) -> StoredKey {
        StoredKey(id: id, digest: Data(id.utf8), room: room, details: "{}")
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
        try log.put(key("a", of: "main"), noting: note("made"))
        try log.put(key("b", of: nil), noting: note("made for all", of: nil))
        try log.put(StoredStanding(room: "main", details: "x"), noting: note("suspended"))
        try log.put(StoredStanding(room: "other", details: "y"), noting: note("z", of: "other"))
        try log.removeKey(id: "a", noting: note("revoked"))
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
        #expect(try Set(fixture.log.standings().map(\.details)) == ["x", "y"])
    }

    @Test("Erasing a room removes its audit notes and its settings", arguments: LogKind.allCases)
    func erasure(kind: LogKind) throws {
        let fixture = try filled(kind)
        _ = try fixture.erase("main")
        #expect(try entries(fixture) == ["2 made for all", "4 z", "6 uploaded"])
        #expect(try fixture.log.standings().map(\.room) == ["other"])
        try fixture.log.removeStanding(of: "other")
        #expect(try entries(fixture) == ["2 made for all"])
        #expect(try fixture.log.standings().isEmpty)
    }

    @Test(
        "A room keeps its newest 1,000 audit notes, independent of other rooms",
        arguments: LogKind.allCases)
    func bounded(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        try fixture.log.put(key("a", of: "other"), noting: note("kept", of: "other"))
        for number in 1...1003 {
            try fixture.log.put(key("b", of: "main"), noting: note("\(number)"))
        }
        let notes = try fixture.log.notes(of: "main", after: 0, limit: 2000)
        #expect(notes.count == 1000)
        #expect(notes.first?.note.details == "4")
        #expect(try entries(fixture, of: "other") == ["1 kept"])
    }
}
