import Foundation
import GRDB
import Stage
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("Journal doctor")
struct DoctorTests {
    private let directory = Directory()

    private func write() throws {
        try directory.withLog { log in
            _ = try log.append([
                .event("a"), .event("b"), .event("c"), .event("x", in: "other"),
                .outcome(room: "main", seq: 2, .shown),
                .sent(room: "main", ids: ["a"], wallMicroseconds: 1), .snapshot(upTo: 1),
            ])
        }
    }

    private func examined() throws -> (findings: [String], notes: [String]) {
        let doctor = try JournalDoctor(directory: directory.path)
        return (doctor.examine(), doctor.notes())
    }

    /// Returns what the doctor finds and what the repaired copy lacks.
    private func repair() throws -> (findings: [String], lost: [String]) {
        let doctor = try JournalDoctor(directory: directory.path)
        return (doctor.examine(), try doctor.repair())
    }

    /// Installs the repaired copy and returns the event IDs in it.
    private func saved(of room: Text = "main") throws -> [Text] {
        let files = FileManager.default
        for suffix in ["", "-wal", "-shm"] {
            try? files.removeItem(atPath: directory.file + suffix)
        }
        try files.moveItem(atPath: directory.file + ".repaired", toPath: directory.file)
        return try directory.withLog { log in
            _ = try log.rooms()
            let ids = try log.events(of: room, after: 0, limit: 1000).map(\.id)
            _ = try log.append([.event("new", in: room)])
            return ids
        }
    }

    /// The versions of the unreadable snapshots that the repaired copy keeps.
    private func savedUnread() throws -> [Int64] {
        try directory.withLog { log in
            try log.pool.read { try Int64.fetchAll($0, sql: "SELECT version FROM unread") }
        }
    }

    @Test("The doctor finds nothing in a sound journal and loses nothing")
    func whole() throws {
        try write()
        #expect(try repair() == ([], []))
        #expect(try saved() == ["a", "b", "c"])
        #expect(try directory.open().rooms().map(\.snapshot?.seq) == [1, nil])
    }

    @Test("A repair keeps snapshots that an earlier version could not read")
    func unread() throws {
        try write()
        try directory.replaceSnapshot(version: 99)
        try directory.withLog { log in
            _ = try log.rooms()
            _ = try log.append([.snapshot(upTo: 3)])
        }
        #expect(try repair() == ([], []))
        #expect(try saved() == ["a", "b", "c"])
        #expect(try savedUnread() == [99])
    }

    // The checksum is valid: a newer or a faulty version wrote the snapshot.
    @Test("An unreadable snapshot is only noted while all events are still there")
    func undecodable() throws {
        try write()
        try directory.replaceSnapshot(version: 99)
        let note = try #require(examined().notes.first)
        #expect(note.contains("the snapshot of room main after event 1") && note.contains("99"))
        #expect(try repair() == ([], []))
        #expect(try saved() == ["a", "b", "c"])
        #expect(try savedUnread() == [99])
    }

    @Test("An unreadable snapshot is damage once events are pruned, and later events are saved")
    func undecodableAndNeeded() throws {
        try write()
        try directory.forgetAll()
        try directory.replaceSnapshot(version: 2, state: Data("[".utf8))
        let (findings, notes) = try examined()
        #expect(notes == [])
        let finding = try #require(findings.first)
        for part in ["the snapshot of room main after event 1", "event 1 ", "backup"] {
            #expect(finding.contains(part), "\(part): \(finding)")
        }
        let lost = try repair().lost
        #expect(lost.contains { $0.contains("room main: what events up to 1") }, "\(lost)")
        #expect(try saved() == ["b", "c"])
        #expect(try directory.open().room("main") != nil)
    }

    @Test("The doctor names an altered event, leaves it out and keeps all others")
    func event() throws {
        try write()
        try directory.tamper("UPDATE event SET body = '[]' WHERE room = 1 AND seq = 2")
        let (findings, lost) = try repair()
        #expect(findings.contains { $0.hasPrefix("event 2 of room main: ") })
        #expect(lost == ["room main: event 2"])
        #expect(try saved() == ["a", "c"])
    }

    @Test("The doctor reports all damage, not only the first finding")
    func several() throws {
        try write()
        try directory.tamper(
            """
            UPDATE event SET wall = 9 WHERE seq = 1; UPDATE life SET time = 7;
            UPDATE snapshot SET state = x'00'; UPDATE clock SET log = 1;
            UPDATE room SET configuration = '{}' WHERE key = 2
            """)
        let (findings, lost) = try repair()
        for part in [
            "event 1 of room main", "what became of an event",
            "snapshot of room main", "the clock", "room other: its checksum",
        ] {
            #expect(findings.contains { $0.contains(part) }, "\(part): \(findings)")
        }
        for part in ["the clock", "room main: its snapshot", "room other: its row"] {
            #expect(lost.contains { $0.contains(part) }, "\(part): \(lost)")
        }
        #expect(try saved() == ["b", "c"])
    }

    @Test("The doctor reports at most twenty faults of the file's structure")
    func structure() throws {
        try directory.withLog { log in
            for number in 10..<35 { _ = try log.append([.event("needle-\(number)")]) }
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        // An event's ID is stored in the table and in the index; damage the one stored last.
        for number in 10..<35 {
            let id = Data("needle-\(number)".utf8)
            let place = try #require(bytes.range(of: id, options: .backwards)).lowerBound
            bytes[place] ^= 1
        }
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        let findings = try JournalDoctor(directory: directory.path).examine()
        #expect(findings.count == 20, "\(findings)")
    }

    @Test("An unreadable page costs only the rows on it")
    func page() throws {
        try directory.withLog { log in
            for number in 0..<400 {
                let body = Text(String(repeating: "x", count: 200))
                _ = try log.append([.event(.sample("e\(number)", body: body), ticket: 0)])
            }
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        // The event table is WITHOUT ROWID, so its leaf pages begin with the byte 10.
        let places = (200..<240).compactMap { number -> Int? in
            let place = bytes.range(of: Data("e\(number)xxx".utf8)).map {
                $0.lowerBound / 4096 * 4096
            }
            return place.flatMap { bytes[$0] == 10 ? $0 : nil }
        }
        let place = try #require(places.first)
        bytes.replaceSubrange(place..<place + 64, with: [UInt8](repeating: 0xA5, count: 64))
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        let (findings, lost) = try repair()
        #expect(!findings.isEmpty && !lost.isEmpty)
        let ids = try saved()
        #expect(ids.count > 300 && ids.first == "e0" && ids.last == "e399")
    }

    @Test("The doctor leaves the journal unchanged")
    func untouched() throws {
        try write()
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        _ = try repair()
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/doctor"))
        #expect(throws: JournalError.missing(directory: "/nowhere")) {
            try JournalDoctor(directory: "/nowhere")
        }
    }

    @Test("The doctor examines a journal that is in use but does not repair it")
    func served() throws {
        try write()
        let log = try directory.open()
        _ = try log.append([.event("d")])
        let doctor = try JournalDoctor(directory: directory.path)
        #expect(doctor.isServed && doctor.examine() == [])
        #expect(doctor.facts()?.events == 5)
        #expect(throws: JournalError.inUse(path: directory.path)) { try doctor.repair() }
        try directory.tamper("UPDATE event SET body = '[]' WHERE room = 1 AND seq = 4")
        #expect(doctor.examine().contains { $0.hasPrefix("event 4 of room main: ") })
        _ = try? log.close()
    }

    @Test("The doctor counts rooms, events and bytes")
    func facts() throws {
        try write()
        let doctor = try JournalDoctor(directory: directory.path)
        let facts = try #require(doctor.facts())
        #expect((facts.rooms, facts.events) == (2, 4))
        #expect(facts.bytes >= 4096)
        let oldest = try #require(facts.oldest)
        #expect(doctor.eventCount(before: oldest) == 0)
        let after = WallTime(microseconds: oldest.microseconds + 1)
        #expect(try #require(doctor.eventCount(before: after)) >= 1)
    }
}
