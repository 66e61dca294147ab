import Foundation
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("API keys in the SQLite file")
struct KeyStoreTests {
    private let directory = Directory()

    private func key(_ id: Text, of room: Text? = "main", details: Text = "{}") -> StoredKey {
        StoredKey(id: id, digest: Data(id.utf8), room: room, details: details)
    }

    private func put(_ keys: StoredKey...) throws {
        try directory.withLog { log in for key in keys { try log.put(key) } }
    }

    private func keys() throws -> Set<StoredKey> { try directory.withLog { Set(try $0.keys()) } }

    @Test("Keys survive a restart as they were last stored")
    func round() throws {
        try put(key("a"), key("b", of: nil), key("a", details: "é"))
        #expect(try keys() == [key("b", of: nil), key("a", details: "é")])
        try directory.withLog { log in
            try log.removeKey(id: "a")
            try log.removeKey(id: "none")
        }
        #expect(try keys() == [key("b", of: nil)])
    }

    @Test("Erasing a room removes its keys, even if the room had no events")
    func erasure() throws {
        try put(key("a"), key("b", of: "other"), key("c", of: "silent"), key("d", of: nil))
        try directory.withLog { log in
            _ = try log.append([.event("a")])
            _ = try log.append([.erase(room: "main", ticket: 1), .erase(room: "silent", ticket: 2)])
        }
        #expect(try keys() == [key("b", of: "other"), key("d", of: nil)])
        let file = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(file.range(of: Data("silent".utf8)) == nil)
    }

    @Test("An altered key counts as damage, and the doctor saves the other keys")
    func damage() throws {
        try put(key("a"), key("b"))
        try directory.tamper("UPDATE access SET room = NULL WHERE id = 'a'")
        let reason = "a key: its checksum does not agree: it has been altered"
        #expect(throws: JournalError.damaged(path: directory.file, reason: reason)) {
            try directory.open()
        }
        let doctor = try JournalDoctor(directory: directory.path)
        #expect(doctor.examine() == [reason])
        #expect(try doctor.repair() == ["a key"])
        try FileManager.default.removeItem(atPath: directory.file)
        try FileManager.default.moveItem(atPath: doctor.repairedPath, toPath: directory.file)
        _ = consume doctor
    }

    // MARK: Older versions

    /// Writes a journal of one event in the format of version 2 or 3.
    private func write(version: Int) throws {
        try directory.withLog { _ = try $0.append([.event("a")]) }
        try directory.tamper(
            """
            DROP TABLE standing; DROP TABLE audit; \(version == 2 ? "DROP TABLE access;" : "")
            DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > \(version);
            PRAGMA user_version = \(version); VACUUM
            """)
    }

    @Test("A file of version 2 or 3 is migrated, and a copy of it is kept", arguments: [2, 3])
    func older(version: Int) throws {
        try write(version: version)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(throws: JournalError.tooOld(path: directory.file)) {
            try SQLiteLog(directory: directory.path, isReadOnly: true)
        }
        #expect(try keys() == [])
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: directory.file + ".v\(version)")) == before)
        try put(key("a"))
        try directory.withLog {
            try #expect($0.events(of: "main", after: 0, limit: 9).map(\.id) == ["a"])
            try #expect($0.append([.event("b")]).map(\.word) == ["2"])
        }
        #expect(try keys() == [key("a")])
    }

    @Test(
        "A damaged file of version 2 or 3 stays unchanged, and the doctor saves sound rows",
        arguments: [2, 3])
    func olderDamage(version: Int) throws {
        try write(version: version)
        try directory.tamper("UPDATE event SET body = 'x'")
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(throws: JournalError.self) { try directory.open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
        let doctor = try JournalDoctor(directory: directory.path)
        #expect(doctor.examine().count == 1)
        #expect(try doctor.repair() == ["room main: event 1"])
    }
}
