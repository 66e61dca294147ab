import Foundation
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("Backups")
struct BackupTests {
    private let directory = Directory()
    private let other = Directory()

    private var file: String { other.path + "/copy.sqlite" }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: other.path, withIntermediateDirectories: true)
    }

    private func ids(in directory: Directory) throws -> [Text] {
        try directory.withLog { try $0.events(of: "main", after: 0, limit: 1000).map(\.id) }
    }

    @Test("A backup contains everything written before it while the journal stays in use")
    func copy() throws {
        try directory.withLog { log in
            _ = try log.append([.event("a"), .event("b"), .event("x", in: "other")])
            let facts = try JournalBackup.write(of: directory.path, to: file)
            #expect((facts.journal.rooms, facts.journal.events) == (2, 3))
            _ = try log.append([.event("c")])
        }
        let restored = try JournalBackup.restore(from: file, to: other.path)
        #expect((restored.facts.journal.events, restored.kept) == (3, []))
        #expect(try ids(in: other) == ["a", "b"])
        #expect(try ids(in: directory) == ["a", "b", "c"])
    }

    @Test("A backup is one file that only its owner can read")
    func oneFile() throws {
        try directory.withLog { _ = try $0.append([.event("a")]) }
        _ = try JournalBackup.write(of: directory.path, to: file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["copy.sqlite"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
    }

    @Test("A new backup replaces an older backup but no other file")
    func place() throws {
        try directory.withLog { _ = try $0.append([.event("a")]) }
        _ = try JournalBackup.write(of: directory.path, to: file)
        try directory.withLog { _ = try $0.append([.event("b")]) }
        #expect(try JournalBackup.write(of: directory.path, to: file).journal.events == 2)
        let mine = other.path + "/mine"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: mine))
        #expect(throws: JournalError.self) {
            try JournalBackup.write(of: directory.path, to: mine)
        }
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
    }

    @Test("A backup never overwrites a journal that is in use")
    func inUse() throws {
        func refused(_ file: String) {
            _ = #expect(throws: JournalError.self) {
                try JournalBackup.write(of: directory.path, to: file)
            }
        }
        try directory.withLog { log in
            _ = try log.append([.event("a")])
            refused(directory.path + "/journal.sqlite")
            try other.withLog { (_: SQLiteLog) in refused(other.path + "/journal.sqlite") }
            // A hard link gives the journal a second name.
            try FileManager.default.linkItem(
                atPath: directory.path + "/journal.sqlite", toPath: file)
            refused(file)
            _ = try log.append([.event("b")])
        }
        refused(directory.path + "/journal.sqlite")
        #expect(try ids(in: directory) == ["a", "b"])
    }

    @Test("A damaged journal is not backed up, and the older backup stays")
    func damaged() throws {
        try directory.withLog { _ = try $0.append([.event("a"), .event("b")]) }
        _ = try JournalBackup.write(of: directory.path, to: file)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        try directory.tamper("UPDATE event SET body = '[]' WHERE seq = 2")
        let thrown = #expect(throws: JournalError.self) {
            try JournalBackup.write(of: directory.path, to: file)
        }
        guard case .damaged(directory.file, let reason) = try #require(thrown) else {
            Issue.record("\(String(describing: thrown))")
            return
        }
        #expect(reason.hasPrefix("event 2 of room main"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["copy.sqlite"])
    }

    @Test("A restore keeps the replaced journal together with its write-ahead log")
    func kept() throws {
        try directory.withLog { _ = try $0.append([.event("a")]) }
        _ = try JournalBackup.write(of: directory.path, to: file)
        // As after a crash: the newest event is only in the write-ahead log.
        let log = try directory.open()
        _ = try log.append([.event("b")])
        let crashed = Directory()
        try FileManager.default.createDirectory(
            atPath: crashed.path, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: directory.file + suffix, toPath: crashed.file + suffix)
        }
        let kept = try JournalBackup.restore(from: file, to: crashed.path).kept
        #expect(kept == [crashed.file + ".replaced"])
        #expect(try ids(in: crashed) == ["a"])
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: crashed.file + suffix)
            try FileManager.default.moveItem(
                atPath: crashed.file + ".replaced" + suffix, toPath: crashed.file + suffix)
        }
        #expect(try ids(in: crashed) == ["a", "b"])
    }

    @Test(
        "A restore refuses damaged files, foreign files, missing files and directories in use")
    func refused() throws {
        try directory.withLog { _ = try $0.append([.event("a"), .event("b")]) }
        try other.withLog { log in
            _ = try log.append([.event("mine")])
            #expect(throws: JournalError.inUse(path: other.path)) {
                try JournalBackup.restore(from: directory.file, to: other.path)
            }
        }
        try directory.tamper("UPDATE event SET body = '[]' WHERE seq = 2")
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: file))
        for source in [directory.file, file, "/nowhere"] {
            #expect(throws: JournalError.self) {
                try JournalBackup.restore(from: source, to: other.path)
            }
        }
        #expect(try ids(in: other) == ["mine"])
    }

    /// A file of each room: one content, of no bytes.
    private func upload(to rooms: [String]) throws -> [UploadedFiles.Place] {
        let name = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.png"
        let files = UploadedFiles(in: directory.path)
        for room in rooms {
            let path = files.directory(of: Text(room))
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        try Data().write(to: URL(fileURLWithPath: files.contentPath(Text(name))))
        return rooms.map { .init(room: Text($0), name: Text(name)) }
    }

    @Test("A backup leaves out files of a deleted room that are deleted while it runs")
    func deletedRoom() throws {
        let places = try upload(to: ["gone", "known", "old"])
        let files = UploadedFiles(in: directory.path)
        let collector = FileCollector(files, FileStore(of: file))
        try collector.copyAll()
        let listing = try #require(try collector.list())
        for room in ["gone", "known"] {
            try FileManager.default.removeItem(atPath: files.directory(of: Text(room)))
        }
        try collector.complete(listing)
        let (rows, lacking) = try collector.rows(listing, unknown: ["gone", "old"])
        #expect(rows.map(\.place) == Array(places[1...]))
        #expect(lacking.isEmpty)
    }

    @Test("A backup copies files that were opened under the lock after they are deleted")
    func deletedFile() throws {
        let files = UploadedFiles(in: directory.path)
        let collector = FileCollector(files, FileStore(of: file))
        try collector.copyAll()
        let places = try upload(to: ["main"])
        let listing = try #require(try collector.list())
        try FileManager.default.removeItem(atPath: files.path)
        try collector.complete(listing)
        #expect(try collector.rows(listing, unknown: []).rows.map(\.place) == places)
        collector.undo()
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
    }

    @Test("Only names of files and rooms are taken from a list of files")
    func names() {
        let name = String(repeating: "0f", count: 32)
        #expect(UploadedFiles.Place(room: "main", name: "\(name).png").isValid)
        for bad in ["", ".", "..", "../x", "a/b", ".new"] {
            #expect(!UploadedFiles.Place(room: Text(bad), name: "\(name).png").isValid, "\(bad)")
        }
        for bad in ["\(name)", "\(name).", "\(name).png.new", "\(name.uppercased()).png", "x.png"] {
            #expect(!UploadedFiles.Place(room: "main", name: Text(bad)).isValid, "\(bad)")
        }
    }

    @Test("A backup of a directory without a journal fails")
    func missing() {
        #expect(throws: JournalError.missing(directory: "/nowhere")) {
            try JournalBackup.write(of: "/nowhere", to: file)
        }
    }
}
