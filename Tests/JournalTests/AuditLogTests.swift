import Foundation
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("Audit notes and room admin settings in the SQLite file")
struct AuditLogTests {
    private let directory = Directory()

    private func note(_ details: Text, of room: Text? = "main") -> AuditNote {
        AuditNote(room: room, wallMicroseconds: 5, details: details)
    }

    private func notes(of room: Text? = nil, after seq: Int64 = 0, limit: Int = 9) throws -> [Text]
    {
        try directory.withLog {
            try $0.notes(of: room, after: seq, limit: limit).map { "\($0.seq) \($0.note.details)" }
        }
    }

    private func write() throws {
        try directory.withLog { log in
            try log.put("key/a", noting: note("made"))
            try log.put("key/b", of: nil, noting: note("made for all", of: nil))
            try log.put("suspension", noting: note("suspended"))
            try log.put("suspension", of: "other", noting: note("z", of: "other"))
            try log.remove("key/a", noting: note("revoked"))
        }
    }

    @Test("Audit notes and settings survive a restart and leave the file when their room is erased")
    func kept() throws {
        try write()
        #expect(try notes().count == 5)
        #expect(try directory.withLog { try $0.settings().settings.count } == 3)
        try directory.withLog { _ = try $0.append([.erase(room: "main", ticket: 1)]) }
        let file = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(file.range(of: Data("suspended".utf8)) == nil)
        #expect(file.range(of: Data("made for all".utf8)) != nil)
    }

    @Test("An altered note counts as damage, and the doctor saves the other notes")
    func damage() throws {
        try write()
        try directory.tamper("UPDATE audit SET details = 'w' WHERE room = 'main'")
        let reason = "a note of who did what: its checksum does not agree: it has been altered"
        #expect(throws: JournalError.damaged(path: directory.file, reason: reason)) {
            try directory.open()
        }
        let doctor = try JournalDoctor(directory: directory.path)
        #expect(Set(doctor.examine()) == [reason])
        #expect(try Set(doctor.repair()) == ["a note of who did what"])
        try FileManager.default.removeItem(atPath: directory.file)
        try FileManager.default.moveItem(atPath: doctor.repairedPath, toPath: directory.file)
        _ = consume doctor
        #expect(try notes(of: "other") == ["4 z"])
    }
}
