import Foundation
import GRDB
import Stage
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

/// What a flipped bit does to the files that a crash leaves: nothing, or it is told.
@Suite("Damage")
struct DamageTests {
    private let directory = Directory()
    private static let suffixes = ["", "-wal", "-shm"]

    /// The files of a journal whose server has just been killed, by suffix, and their events.
    private func crashed() throws -> (files: [String: Data], events: [StoredEvent]) {
        let log = try directory.open()
        for number in 1...12 {
            let body: Text = #"{"type":"gift","gift":{"name":"Rose"},"count":\#(number)}"#
            _ = try log.append([
                .event(.sample("e\(number)", body: body), ticket: 0),
                .outcome(room: "main", seq: Int64(number), .shown),
            ])
        }
        var files: [String: Data] = [:]
        for suffix in Self.suffixes {
            files[suffix] = try Data(contentsOf: URL(fileURLWithPath: directory.file + suffix))
        }
        return (files, try log.events(of: "main", after: 0, limit: 100))
    }

    /// What a journal of these files has; throws where it is not opened.
    private func open(_ files: [String: Data]) throws -> [StoredEvent] {
        let place = Directory()
        try FileManager.default.createDirectory(
            atPath: place.path, withIntermediateDirectories: true)
        for (suffix, content) in files {
            try content.write(to: URL(fileURLWithPath: place.file + suffix))
        }
        return try place.open().events(of: "main", after: 0, limit: 100)
    }

    @Test("A bit flipped in any of the files has no effect, or is told", arguments: suffixes)
    func flips(suffix: String) throws {
        let (files, events) = try crashed()
        #expect(try open(files) == events)
        let content = try #require(files[suffix])
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var told = 0
        let places = 120
        for _ in 0..<places {
            let place = Int.random(in: 0..<content.count, using: &random)
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            var damaged = files
            damaged[suffix]?[place] ^= bit
            do {
                #expect(try open(damaged) == events, "byte \(place), bit \(bit), seed \(seed)")
            } catch is JournalError {
                told += 1
            }
        }
        // The file itself is still empty: all is in the log beside it.
        if suffix == "-wal" { #expect(told > places / 2, "seed \(seed)") }
    }

    @Test("What was cut off before it was flushed is no loss; what was flushed and is gone is told")
    func tails() throws {
        let (files, events) = try crashed()
        let log = try #require(files["-wal"])
        var torn = files
        torn["-wal"] = log + Data(repeating: 7, count: 5000)
        #expect(try open(torn) == events)
        torn["-wal"] = log.dropLast(100)
        #expect(throws: JournalError.self) { try open(torn) }
        // After a power cut there may be no note of what was flushed.
        torn["-shm"] = nil
        #expect(try open(torn).count == events.count - 1)
    }

    // SQLite begins a log with a broken head anew with the salts it finds there.
    // A sector, a page, several frames: the head can't be read, nor what is behind it.
    @Test("A lost head of a log that is needed is told", arguments: [512, 4096, 20_000])
    func lostHeads(bytes: Int) throws {
        var (files, _) = try crashed()
        let log = try #require(files["-wal"])
        try #require(log.count > bytes + 20_000)
        files["-wal"] = Data(count: bytes) + log.dropFirst(bytes)
        let error = #expect(throws: JournalError.self) { try open(files) }
        #expect(error.map { "\($0)" }?.contains("journal.sqlite-wal is damaged") == true)
        // A power cut leaves the same if it came before anything was flushed, and then no note.
        files["-shm"] = nil
        #expect(throws: Never.self) { try open(files) }
    }

    @Test(
        "A head that was cut off as it was written, of a log that was not needed, does no harm",
        arguments: [13, 512])
    func heads(upTo end: Int) throws {
        let log = try directory.open()
        for number in 1...12 { _ = try log.append([.event("e\(number)")]) }
        // All of it is in the file, as before SQLite begins the log anew.
        _ = try log.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
        let events = try log.events(of: "main", after: 0, limit: 100)
        let saved = Directory()
        try FileManager.default.createDirectory(
            atPath: saved.path, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] {
            var content = try Data(contentsOf: URL(fileURLWithPath: directory.file + suffix))
            if suffix == "-wal" { for place in 12..<end { content[place] ^= 1 } }
            try content.write(to: URL(fileURLWithPath: saved.file + suffix))
        }
        let first = try saved.open()
        #expect(try first.events(of: "main", after: 0, limit: 100) == events)
        _ = try first.append([.event("new")])
        let reader = try SQLiteLog(directory: saved.path, isReadOnly: true)
        #expect(try reader.events(of: "main", after: 0, limit: 100).count == events.count + 1)
    }

    @Test("A damaged middle is told where nothing notes how much was flushed", arguments: [1, 512])
    func middles(bytes: Int) throws {
        var (files, _) = try crashed()
        files["-shm"] = nil
        let log = try #require(files["-wal"])
        let ends = Frames.ends(of: log)
        // Behind the last but one commit nothing tells that what is there was flushed.
        let flushed = Frames.start(of: ends[ends.count - 2])
        for start in stride(from: 512, to: flushed, by: 512) {
            var damaged = log
            for place in start..<min(start + bytes, flushed) {
                damaged[place] = bytes == 1 ? damaged[place] ^ 1 : 0
            }
            if damaged == log { continue }
            files["-wal"] = damaged
            let error = #expect(throws: JournalError.self, "byte \(start)") { try open(files) }
            #expect(error.map { "\($0)" }?.contains("journal.sqlite-wal is damaged") == true)
        }
    }

    // A disk that is full leaves the one, and a power cut while the next transaction is written on
    // the same place the other.
    @Test("What a failed transaction left behind one that was cut off is no loss")
    func leftovers() throws {
        let log = try directory.open()
        for number in 1...3 { _ = try log.append([.event("e\(number)")]) }
        let events = try log.events(of: "main", after: 0, limit: 100)
        let file = URL(fileURLWithPath: directory.file + "-wal")
        let end = try #require(Frames.ends(of: try Data(contentsOf: file)).last)
        _ = try log.append((4...200).map { .event("e\($0)") })
        var content = try Data(contentsOf: file)
        try #require(Frames.ends(of: content).last! > end + 4)
        // The last frame could not be written, and of the next transaction only a head was.
        content = content.prefix(Frames.start(of: Frames.ends(of: content).last!))
        let head = Frames.start(of: end + 1)
        content.replaceSubrange(head + 4..<head + 8, with: [0, 0, 0, 9])
        content.replaceSubrange(head + 16..<head + 24, with: [1, 2, 3, 4, 5, 6, 7, 8])
        let journal = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(try open(["": journal, "-wal": content]) == events)
    }

    @Test("What is left from before the log was begun anew makes a cut transaction no loss")
    func generations() throws {
        let log = try directory.open()
        let file = URL(fileURLWithPath: directory.file + "-wal")
        for number in 1...30 { _ = try log.append([.event("e\(number)")]) }
        let old = try Data(contentsOf: file)
        _ = try log.pool.writeWithoutTransaction { try $0.checkpoint(.restart) }
        // Until the next frame's place is one where a transaction ended before.
        var (number, end) = (30, 0)
        repeat {
            number += 1
            // Now a page, now more.
            let body = Text("{\"x\":\"\(String(repeating: "x", count: number % 4 * 3000))\"}")
            _ = try log.append([.event(.sample("e\(number)", body: body), ticket: 0)])
            end = try #require(Frames.ends(of: try Data(contentsOf: file), like: old).last)
        } while !Frames.ends(of: old).contains(end + 1) && number < 45
        try #require(number < 45)
        let events = try log.events(of: "main", after: 0, limit: 100)
        _ = try log.append((1...200).map { .event("new-\($0)") })
        var content = try Data(contentsOf: file)
        // The first frame of it has not come to the disk.
        let lost = Frames.start(of: end + 1)..<Frames.start(of: end + 2)
        content.replaceSubrange(lost, with: old[lost])
        let journal = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(try open(["": journal, "-wal": content]) == events)
    }

    @Test("Damage from one transaction's last frame into the next one's head is told")
    func seams() throws {
        var (files, _) = try crashed()
        files["-shm"] = nil
        var log = try #require(files["-wal"])
        let ends = Frames.ends(of: log)
        let seam = Frames.start(of: ends[ends.count - 2] + 1)
        log.replaceSubrange(seam - 504..<seam + 8, with: Data(count: 512))
        files["-wal"] = log
        #expect(throws: JournalError.self) { try open(files) }
    }

    /// Where SQLite's frames of 4096 bytes lie: behind a head of 32 bytes, each behind one of 24
    /// (sqlite.org/walformat.html).
    private enum Frames {
        static func start(of frame: Int) -> Int { 32 + frame * 4120 }

        /// Those that end a transaction.
        static func ends(of log: Data) -> [Int] {
            (0..<(log.count - 32) / 4120).filter { frame in
                log[start(of: frame) + 4..<start(of: frame) + 8].contains { $0 != 0 }
            }
        }

        /// Those that end a transaction and were not in `old`, from before the log was begun anew.
        static func ends(of log: Data, like old: Data) -> [Int] {
            let salts = old[16..<24]
            return ends(of: log).filter { log[start(of: $0) + 8..<start(of: $0) + 16] != salts }
        }
    }
}
