import Foundation
import GRDB
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("Settings in the SQLite file")
struct SettingRowTests {
    private let directory = Directory()

    private func settings() throws -> Set<Text> { try directory.withLog { try $0.settingWords() } }

    @Test("Settings and their versions survive a restart")
    func round() throws {
        try directory.withLog { log in
            try #expect(log.put("key/a") == .made(version: 1))
            try #expect(log.put("key/b", of: nil) == .made(version: 2))
            try #expect(log.put("key/a", "é") == .made(version: 3))
        }
        #expect(try settings() == ["/key/b={}", "main/key/a=é"])
        try directory.withLog { log in
            try #expect(log.put("key/a", basis: 2) == .conflict(name: "key/a"))
            try #expect(log.remove("key/a") == .made(version: 4))
        }
        #expect(try settings() == ["/key/b={}"])
        try directory.withLog { log in
            try #expect(log.put("key/a", basis: 3) == .conflict(name: "key/a"))
        }
    }

    @Test("Nothing of an erased room's settings stays in the file, even if the room had no events")
    func erasure() throws {
        try directory.withLog { log in
            for (name, room) in [("a", "main"), ("b", "other"), ("c", "silent")] {
                try log.put("key/\(name)", "secret of \(room)", of: Text(room))
            }
            _ = try log.append([.event("a")])
            _ = try log.append([.erase(room: "main", ticket: 1), .erase(room: "silent", ticket: 2)])
        }
        #expect(try settings() == ["other/key/b=secret of other"])
        let file = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(file.range(of: Data("secret of silent".utf8)) == nil)
    }

    @Test("An altered setting counts as damage, and the doctor saves the other settings")
    func damage() throws {
        try directory.withLog { log in for name in ["a", "b"] as [Text] { try log.put(name) } }
        try directory.tamper("UPDATE setting SET value = 'x' WHERE name = 'a'")
        let reason = "a key or another setting: its checksum does not agree: it has been altered"
        #expect(throws: JournalError.damaged(path: directory.file, reason: reason)) {
            try directory.open()
        }
        let doctor = try JournalDoctor(directory: directory.path)
        #expect(doctor.examine() == [reason])
        #expect(try doctor.repair() == ["a key or setting"])
        try FileManager.default.removeItem(atPath: directory.file)
        try FileManager.default.moveItem(atPath: doctor.repairedPath, toPath: directory.file)
        _ = consume doctor
        #expect(try settings() == ["main/b={}"])
        try directory.withLog { try #expect($0.put("c") == .made(version: 3)) }
    }

    @Test("A change that builds on a version before the oldest remembered erasure is refused")
    func manyErasures() throws {
        try directory.withLog { log in
            try log.put("key/a", of: "other")
            let rooms = (0...SettingRow.mostErased).map { Text("r\($0)") }
            _ = try log.append(rooms.map { .erase(room: $0, ticket: 1) })
            try #expect(log.put("key/b", of: "r0", basis: 1) == .roomErased)
            try #expect(log.put("key/b", of: "r1000", basis: 2) == .roomErased)
            try #expect(log.put("key/b", of: "new", basis: 1) == .roomErased)
            try #expect(log.put("key/b", of: "new", basis: 2) == .made(version: 1003))
        }
        let rows = try DatabaseQueue(path: directory.file).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM setting")
        }
        #expect(rows == SettingRow.mostErased + 4)
    }

    // MARK: Older versions

    /// Writes a journal of one event in the format of version 2, 3 or 4.
    private func write(version: Int) throws {
        try directory.withLog { _ = try $0.append([.event("a")]) }
        try directory.tamper(
            """
            DROP TABLE setting; DROP TABLE audit;
            \(version >= 3 ? FourthSchema.access : "")
            \(version >= 4 ? FourthSchema.standing + FourthSchema.audit : "")
            DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > \(version);
            PRAGMA user_version = \(version); VACUUM
            """)
    }

    @Test(
        "A file of version 2, 3 or 4 is migrated, and a copy of it is kept", arguments: [2, 3, 4])
    func older(version: Int) throws {
        try write(version: version)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(throws: JournalError.tooOld(path: directory.file)) {
            try SQLiteLog(directory: directory.path, isReadOnly: true)
        }
        #expect(try settings() == [])
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: directory.file + ".v\(version)")) == before)
        try directory.withLog {
            try $0.put("key/a")
            try #expect($0.events(of: "main", after: 0, limit: 9).map(\.id) == ["a"])
            try #expect($0.append([.event("b")]).map(\.word) == ["2"])
        }
        #expect(try settings() == ["main/key/a={}"])
    }

    @Test("Keys, sources and suspensions of version 4 become settings, and their notes stay")
    func fourth() throws {
        try write(version: 4)
        try DatabaseQueue(path: directory.file).write { db in
            func add(_ id: Text, _ room: Text?, _ json: Text) throws {
                var seal = Seal()
                seal.add(id)
                seal.add(Data(id.utf8))
                seal.add(room)
                seal.add(json)
                try db.execute(
                    sql: "INSERT INTO access VALUES (?, ?, ?, ?, ?)",
                    arguments: [id.string, Data(id.utf8), room?.string, json.string, seal.sum])
            }
            try add("k1", "main", #"{"role":"owner"}"#)
            try add("k2", nil, #"{"role":"admin"}"#)
            try add("s", "main", #"{"source":"kofi","secret":"x"}"#)
            try add("p", "main", #"{"passed":"kofi","deliveries":[]}"#)
            let standing: Text = #"{"suspension":{"at":5},"keepDays":7}"#
            var seal = Seal()
            seal.add("main" as Text)
            seal.add(standing)
            try db.execute(
                sql: "INSERT INTO standing VALUES ('main', ?, ?)",
                arguments: [standing.string, seal.sum])
            seal = Seal()
            seal.add(1)
            seal.add("main" as Text)
            seal.add(5)
            seal.add("{}" as Text)
            try db.execute(
                sql: "INSERT INTO audit VALUES (1, 'main', 5, '{}', ?)", arguments: [seal.sum])
        }
        #expect(
            try settings() == [
                #"main/key/k1={"digest":"6b31","role":"owner"}"#,
                #"/key/k2={"digest":"6b32","role":"admin"}"#,
                #"main/source/kofi={"source":"kofi","secret":"x"}"#,
                #"main/passed/kofi={"passed":"kofi","deliveries":[]}"#,
                #"main/suspension={"at":5}"#, "main/keepDays=7",
            ])
        try directory.withLog { log in
            try #expect(log.notes(of: "main", after: 0, limit: 9).map(\.note.shelf) == [.other])
            try #expect(log.put("keepDays", basis: 0) == .conflict(name: "keepDays"))
            try #expect(log.put("keepDays", basis: 1) == .made(version: 2))
        }
    }

    @Test(
        "A damaged file of version 2, 3 or 4 stays unchanged, and the doctor saves sound rows",
        arguments: [2, 3, 4])
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
