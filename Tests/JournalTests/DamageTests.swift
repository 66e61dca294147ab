import Foundation
import GRDB
import Stage
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

/// Flips bits in the files that a crash leaves: a flip is either harmless or reported.
@Suite("Damaged files after a crash")
struct DamageTests {
    private let directory = Directory()
    private static let suffixes = ["", "-wal", "-shm"]

    /// The files of a journal whose server was just killed, by suffix, and the journal's events.
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

    /// Returns the events of a journal with these files; throws if it does not open.
    private func open(_ files: [String: Data]) throws -> [StoredEvent] {
        let place = Directory()
        try FileManager.default.createDirectory(
            atPath: place.path, withIntermediateDirectories: true)
        for (suffix, content) in files {
            try content.write(to: URL(fileURLWithPath: place.file + suffix))
        }
        return try place.open().events(of: "main", after: 0, limit: 100)
    }

    @Test("A flipped bit in any file is either harmless or reported", arguments: suffixes)
    func flips(suffix: String) throws {
        let (files, events) = try crashed()
        #expect(try open(files) == events)
        let content = try #require(files[suffix])
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var reported = 0
        let places = 120
        for _ in 0..<places {
            let place = Int.random(in: 0..<content.count, using: &random)
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            var damaged = files
            damaged[suffix]?[place] ^= bit
            do {
                #expect(try open(damaged) == events, "byte \(place), bit \(bit), seed \(seed)")
            } catch is JournalError {
                reported += 1
            }
        }
        // The database file is still nearly empty: all events are in the write-ahead log.
        if suffix == "-wal" { #expect(reported > places / 2, "seed \(seed)") }
    }

    @Test("A torn unflushed tail loses nothing, and a missing flushed tail is reported")
    func tails() throws {
        let (files, events) = try crashed()
        let log = try #require(files["-wal"])
        var torn = files
        torn["-wal"] = log + Data(repeating: 7, count: 5000)
        #expect(try open(torn) == events)
        torn["-wal"] = log.dropLast(100)
        #expect(throws: JournalError.self) { try open(torn) }
        // After a power cut, the `-shm` file that records how much was flushed may be missing.
        torn["-shm"] = nil
        #expect(try open(torn).count == events.count - 1)
    }

    // SQLite resets a log with a broken header and reuses the salts it finds there. The damage
    // covers a sector, a page, or several frames, so the header and the frames after it are
    // unreadable.
    @Test(
        "A lost header of a write-ahead log that is still needed is reported",
        arguments: [512, 4096, 20_000])
    func lostHeads(bytes: Int) throws {
        var (files, _) = try crashed()
        let log = try #require(files["-wal"])
        try #require(log.count > bytes + 20_000)
        files["-wal"] = Data(count: bytes) + log.dropFirst(bytes)
        let error = #expect(throws: JournalError.self) { try open(files) }
        #expect(error.map { "\($0)" }?.contains("journal.sqlite-wal is damaged") == true)
        // A power cut before the first flush leaves the same bytes, but no `-shm` file.
        files["-shm"] = nil
        #expect(throws: Never.self) { try open(files) }
    }

    @Test(
        "A torn header of a checkpointed write-ahead log does no harm",
        arguments: [13, 512])
    func heads(upTo end: Int) throws {
        let log = try directory.open()
        for number in 1...12 { _ = try log.append([.event("e\(number)")]) }
        // Everything is checkpointed, as before SQLite resets the log.
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

    @Test(
        "Damage inside the log is reported even when the `-shm` file is missing",
        arguments: [1, 512])
    func middles(bytes: Int) throws {
        var (files, _) = try crashed()
        files["-shm"] = nil
        let log = try #require(files["-wal"])
        let ends = Frames.ends(of: log)
        // Nothing shows whether the log was flushed past the second to last commit.
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

    // A full disk leaves the failed transaction, and a power cut during the next write leaves the
    // torn one.
    @Test("A torn transaction before the remains of a failed transaction loses no event")
    func leftovers() throws {
        let log = try directory.open()
        for number in 1...3 { _ = try log.append([.event("e\(number)")]) }
        let events = try log.events(of: "main", after: 0, limit: 100)
        let file = URL(fileURLWithPath: directory.file + "-wal")
        let end = try #require(Frames.ends(of: try Data(contentsOf: file)).last)
        _ = try log.append((4...200).map { .event("e\($0)") })
        var content = try Data(contentsOf: file)
        try #require(Frames.ends(of: content).last! > end + 4)
        // The last frame was never written, and only the header of the next transaction's frame
        // was.
        content = content.prefix(Frames.start(of: Frames.ends(of: content).last!))
        let head = Frames.start(of: end + 1)
        content.replaceSubrange(head + 4..<head + 8, with: [0, 0, 0, 9])
        content.replaceSubrange(head + 16..<head + 24, with: [1, 2, 3, 4, 5, 6, 7, 8])
        let journal = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(try open(["": journal, "-wal": content]) == events)
    }

    @Test("A torn transaction over an older generation of the log loses no event")
    func generations() throws {
        let log = try directory.open()
        let file = URL(fileURLWithPath: directory.file + "-wal")
        for number in 1...30 { _ = try log.append([.event("e\(number)")]) }
        let old = try Data(contentsOf: file)
        _ = try log.pool.writeWithoutTransaction { try $0.checkpoint(.restart) }
        // Append until the next frame lies where an older transaction ended.
        var (number, end) = (30, 0)
        repeat {
            number += 1
            // Vary the size between one page and several.
            let body = Text("{\"x\":\"\(String(repeating: "x", count: number % 4 * 3000))\"}")
            _ = try log.append([.event(.sample("e\(number)", body: body), ticket: 0)])
            end = try #require(Frames.ends(of: try Data(contentsOf: file), like: old).last)
        } while !Frames.ends(of: old).contains(end + 1) && number < 45
        try #require(number < 45)
        let events = try log.events(of: "main", after: 0, limit: 100)
        _ = try log.append((1...200).map { .event("new-\($0)") })
        var content = try Data(contentsOf: file)
        // The first frame of the last transaction did not reach the disk.
        let lost = Frames.start(of: end + 1)..<Frames.start(of: end + 2)
        content.replaceSubrange(lost, with: old[lost])
        let journal = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        #expect(try open(["": journal, "-wal": content]) == events)
    }

    @Test("Damage across the border between two transactions is reported")
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

    /// SQLite's frames of 4096 bytes: a file header of 32 bytes, then frames with headers of 24
    /// bytes (sqlite.org/walformat.html).
    private enum Frames {
        static func start(of frame: Int) -> Int { 32 + frame * 4120 }

        /// The frames that end a transaction.
        static func ends(of log: Data) -> [Int] {
            (0..<(log.count - 32) / 4120).filter { frame in
                log[start(of: frame) + 4..<start(of: frame) + 8].contains { $0 != 0 }
            }
        }

        /// The frames that end a transaction and belong to the log's current generation, not to
        /// `old`.
        static func ends(of log: Data, like old: Data) -> [Int] {
            let salts = old[16..<24]
            return ends(of: log).filter { log[start(of: $0) + 8..<start(of: $0) + 16] != salts }
        }
    }
}
