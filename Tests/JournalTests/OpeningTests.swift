import Foundation
import Glibc
import TestSupport
import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("Opening a journal")
struct OpeningTests {
    private let directory = Directory()

    private func content() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: directory.file))
    }

    /// Writes a journal of one event and closes it.
    private func write() throws {
        _ = try directory.withLog { try $0.append([.event("a")]) }
    }

    @Test("Only one log at a time opens a journal; closing releases it")
    func lock() throws {
        let log = try directory.open()
        #expect(throws: JournalError.inUse(path: directory.path)) { try directory.open() }
        _ = try log.append([.event("a")])
        let reader = try SQLiteLog(directory: directory.path, isReadOnly: true)
        #expect(try reader.events(of: "main", after: 0, limit: 1).count == 1)
        #expect(throws: JournalError.self) { try reader.append([.event("b")]) }
        try reader.close()
        try log.close()
        try withExtendedLifetime(log) { _ = try directory.open() }
    }

    // A second close could close a descriptor of another thread that reused the number; then
    // SQLite's locks fail (error 3850).
    @Test("A refused lock closes its file descriptor exactly once")
    func refusedLock() throws {
        let log = try directory.open()
        errno = 0
        #expect(throws: JournalError.inUse(path: directory.path)) {
            try DirectoryLock(directory: directory.path)
        }
        #expect(errno != EBADF)
        try log.close()
        errno = 0
        #expect(throws: JournalError.self) { try DirectoryLock(directory: "/nowhere") }
        #expect(errno != EBADF)
    }

    @Test("A closed journal has no write-ahead log content")
    func closing() throws {
        try write()
        let size = try? FileManager.default.attributesOfItem(atPath: directory.file + "-wal")[.size]
        #expect(size as? Int ?? 0 == 0)
    }

    @Test("Only the owner can read the files, whoever created the directory and the files")
    func privacy() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        func permissions(_ name: String) throws -> Int? {
            let path = directory.path + "/" + name
            return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let names = ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "lock"]
        try directory.withLog {
            _ = try $0.append([.event("a")])
            for name in names { #expect(try permissions(name) == 0o600, "\(name)") }
        }
        for name in names where FileManager.default.fileExists(atPath: directory.path + "/" + name)
        {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: directory.path + "/" + name)
        }
        try directory.withLog {
            _ = try $0.append([.event("b")])
            for name in names { #expect(try permissions(name) == 0o600, "\(name)") }
        }
        #expect(try permissions("") == 0o755)
    }

    @Test("A symbolic link in the lock's place is not followed")
    func linkedLock() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true)
        let target = directory.path + "/elsewhere"
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/lock", withDestinationPath: target)
        #expect(throws: JournalError.self) { try directory.open() }
        #expect(!FileManager.default.fileExists(atPath: target))
        #expect(!FileManager.default.fileExists(atPath: directory.file))
    }

    @Test("A reader does not report damage while the journal is being written")
    func reading() async throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        let writing = Task.detached {
            var count = 1
            while !Task.isCancelled {
                count += 1
                _ = try log.append([.event("e\(count)")])
            }
            return count
        }
        for _ in 0..<20 {
            let reader = try SQLiteLog(directory: directory.path, isReadOnly: true)
            #expect(try !reader.events(of: "main", after: 0, limit: 1).isEmpty)
            try reader.close()
        }
        writing.cancel()
        let count = try await writing.value
        #expect(try log.events(of: "main", after: 0, limit: count + 1).count == count)
    }

    @Test("Opening a missing journal for reading fails and creates nothing")
    func missing() throws {
        #expect(throws: JournalError.self) {
            try SQLiteLog(directory: directory.path, isReadOnly: true)
        }
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("A file of a newer version stays unchanged")
    func tooNew() throws {
        try write()
        try directory.tamper("PRAGMA user_version = \(Schema.version + 1)")
        let before = try content()
        #expect(throws: JournalError.tooNew(path: directory.file)) { try directory.open() }
        #expect(try content() == before)
    }

    @Test("A file of another application stays unchanged")
    func foreign() throws {
        try write()
        try directory.tamper("PRAGMA application_id = 1")
        let before = try content()
        #expect(throws: JournalError.damaged(path: directory.file, reason: "it is no journal")) {
            try directory.open()
        }
        #expect(try content() == before)
    }

    @Test(
        "A damaged file is named and stays unchanged",
        arguments: [0, 4096, 8192])
    func damaged(_ offset: Int) throws {
        try write()
        var bytes = try content()
        bytes.replaceSubrange(offset..<offset + 64, with: [UInt8](repeating: 0xA5, count: 64))
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        let error = #expect(throws: JournalError.self) { try directory.open() }
        guard case .damaged(directory.file, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(error!)".contains("Put a backup in its place"))
        #expect(try content() == bytes)
    }

    // Root can read files without permissions, but nobody can read a directory as a file.
    @Test(
        "An unreadable file beside the journal stops the start and changes nothing",
        arguments: ["-wal", "-shm"])
    func unreadable(suffix: String) throws {
        try write()
        let before = try content()
        let path = directory.file + suffix
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let error = #expect(throws: JournalError.self) { try directory.open() }
        guard case .unusable(let named, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(named == (suffix == "-wal" ? path : directory.file))
        #expect(!reason.isEmpty)
        #expect(try content() == before)
        try FileManager.default.removeItem(atPath: path)
        let kept = try directory.withLog { try $0.events(of: "main", after: 0, limit: 9) }
        #expect(kept.map(\.id) == ["a"])
    }

    @Test("Files left by an interrupted first start are removed")
    func drafts() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true)
        for suffix in [".new", ".new-journal", ".new-wal"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: directory.file + suffix))
        }
        try write()
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(left.filter { $0.contains("new") }.isEmpty)
    }

    @Test("No new journal is created beside the write-ahead log of a lost one")
    func widowed() throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        try FileManager.default.removeItem(atPath: directory.file)
        let other = Directory()
        try FileManager.default.createDirectory(
            atPath: other.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: directory.file + "-wal", toPath: other.file + "-wal")
        #expect(throws: JournalError.self) { try other.open() }
        #expect(!FileManager.default.fileExists(atPath: other.file))
    }

    @Test("Appends fail while a file of the journal is missing or replaced")
    func removed() throws {
        let log = try directory.open()
        _ = try log.append([.event("a")])
        let files = FileManager.default
        for path in ["", "-wal", "-shm"].map({ directory.file + $0 }) + [directory.path + "/lock"] {
            let away = directory.file + ".away"
            for isReplaced in [false, true] {
                try files.moveItem(atPath: path, toPath: away)
                if isReplaced { try files.copyItem(atPath: away, toPath: path) }
                #expect(throws: JournalError.replaced(path: path)) { try log.check() }
                #expect(throws: JournalError.replaced(path: path)) {
                    try log.append([.event("b")])
                }
                try? files.removeItem(atPath: path)
                try files.moveItem(atPath: away, toPath: path)
                try log.check()
            }
        }
        #expect(try log.append([.event("b")]).map(\.word) == ["2"])
    }
}
