import Foundation
import Glibc
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

    @Test("One log at a time; the next may open it once it is closed, whoever still holds it")
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

    // Closed twice, a descriptor takes another thread's with it that has got its number meanwhile: then
    // SQLite's locks fail (3850).
    @Test("Who does not get the lock closes what it had opened once, and nothing else")
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

    @Test("A closed journal is one file: the log beside it is empty")
    func closing() throws {
        try write()
        let size = try? FileManager.default.attributesOfItem(atPath: directory.file + "-wal")[.size]
        #expect(size as? Int ?? 0 == 0)
    }

    @Test("Nobody else may read what is kept, whoever made the directory and the files")
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

    @Test("A link in the lock's place is not followed")
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

    @Test("Who only reads takes no log that is being written for damaged")
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
        for _ in 0..<60 {
            let reader = try SQLiteLog(directory: directory.path, isReadOnly: true)
            #expect(try !reader.events(of: "main", after: 0, limit: 1).isEmpty)
            try reader.close()
        }
        writing.cancel()
        let count = try await writing.value
        #expect(try log.events(of: "main", after: 0, limit: count + 1).count == count)
    }

    @Test("To look at what is not there is an error, and makes nothing")
    func missing() throws {
        #expect(throws: JournalError.self) {
            try SQLiteLog(directory: directory.path, isReadOnly: true)
        }
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("A newer version's file is left alone")
    func tooNew() throws {
        try write()
        try directory.tamper("PRAGMA user_version = \(Schema.version + 1)")
        let before = try content()
        #expect(throws: JournalError.tooNew(path: directory.file)) { try directory.open() }
        #expect(try content() == before)
    }

    @Test("Another program's file is left alone")
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
        "A damaged file is named and left alone",
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

    // Whoever may do everything can read what has no permissions: a directory is what nobody can.
    @Test(
        "If what lies beside the file can't be read the start says so, and changes nothing",
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

    @Test("What a first start that was cut off has left is no journal, and in nobody's way")
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

    @Test("Where the file is gone and what belongs to it is there, nothing is made in its place")
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

    @Test("Nothing is taken where a file has been removed or replaced, until it is back")
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
