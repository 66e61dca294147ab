import Foundation
import Testing

@testable import Journal
@testable import SQLiteJournal

@Suite("File identity")
struct FileIdentityTests {
    private let directory = Directory()

    private static let files = [
        "journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "lock",
    ]

    /// Waits longer than a file system's clock may stand still (100 ms), or not at all.
    private func pause(_ isLong: Bool) {
        if isLong { usleep(120_000) }
    }

    @Test(
        "A replaced file is detected, both right after a change and after a quiet period",
        arguments: [true, false])
    func replaced(isLong: Bool) throws {
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let paths = Self.files.map { directory.path + "/" + $0 }
        for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
        var identity = FileIdentity(directory: directory.path)
        for path in paths {
            pause(isLong)
            try identity.check(directory.path)
            try identity.check(directory.path)

            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            for _ in 0..<2 {
                #expect(throws: JournalError.replaced(path: path)) {
                    try identity.check(directory.path)
                }
            }
            pause(isLong)
            try Data().write(to: URL(fileURLWithPath: path))
            for _ in 0..<2 {
                #expect(throws: JournalError.replaced(path: path)) {
                    try identity.check(directory.path)
                }
            }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
            try identity.check(directory.path)
        }
    }

    @Test("A replaced directory is detected", arguments: [true, false])
    func replacedDirectory(isLong: Bool) throws {
        try directory.withLog { log in
            pause(isLong)
            try log.check()
            try log.check()
            try directory.replaced(by: nil) {
                #expect(throws: JournalError.replaced(path: directory.file)) { try log.check() }
            }
            try log.check()
        }
    }
}
