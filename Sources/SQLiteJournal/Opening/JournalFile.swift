import Foundation
import GRDB
import Glibc
import Journal

/// A journal's file before it is used: looked at without being changed, made if there is none,
/// brought up to the newest form if an older version wrote it.
struct JournalFile {
    let path: String
    let isReadOnly: Bool
    var verifiedBytes = Self.verifiedBytes

    /// Of a file up to this size nothing is told or added before all of it has been read.
    static let inspectedBytes = 64 << 20
    /// Files up to this size are held against all their checksums before they are used; of larger ones
    /// each row is, when it is read.
    static let verifiedBytes = 4 << 20

    /// Makes the file if there is none, else inspects it and migrates an older form. Returns what the older
    /// file is kept as. Throws, and changes nothing, if the journal is not sound.
    func prepare(in directory: String) throws -> String? {
        let installation = Installation(path: path)
        if !isReadOnly { installation.clear() }
        guard FileManager.default.fileExists(atPath: path) else {
            if isReadOnly { throw JournalError.missing(directory: directory) }
            try installation.make()
            return nil
        }
        try inspectLog()
        let version = try inspect()
        if !isReadOnly { try WriteAheadFile(path: path).clearHeaderless() }
        guard version < Schema.version else { return nil }
        if isReadOnly { throw JournalError.tooOld(path: path) }
        try installation.migrate(from: version)
        return Installation.keptPath(of: path, version: version)
    }

    /// Inspects the log beside the file. If it is only read, a server may be writing the log just now:
    /// then it is looked at again, for damage stays and a write is soon over.
    func inspectLog() throws {
        for _ in 1..<(isReadOnly ? Self.looks : 1) {
            if (try? WriteAheadFile(path: path).inspect()) != nil { return }
            usleep(Self.pauseMicroseconds)
        }
        try WriteAheadFile(path: path).inspect()
    }

    private static let looks = 5
    private static let pauseMicroseconds: UInt32 = 20_000

    /// Looks at the file without writing to it; returns its version.
    private func inspect() throws -> Int {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let version = try queue.read { db in
            let application = try Int.fetchOne(db, sql: "PRAGMA application_id")
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard application == Schema.applicationID, version >= FirstSchema.version else {
                throw JournalError.damaged(path: path, reason: "it is no journal")
            }
            guard version <= Schema.version else { throw JournalError.tooNew(path: path) }
            try inspect(db, version)
            return version
        }
        try queue.close()
        return version
    }

    /// Of a large file that a server is to have only the tables without which no room is found, or is
    /// found as it was, and of a very large one, which may have a million rooms, only what is about all
    /// of them: `Inspection` reads the others.
    private func inspect(_ db: Database, _ version: Int) throws {
        let size = FileBytes.count(of: path) ?? 0
        if isReadOnly, size > Self.inspectedBytes { return }
        let isWhole = isReadOnly || size <= verifiedBytes || version < Schema.version
        let rooms = size > Self.inspectedBytes ? [] : ["room", "snapshot"]
        let tables = isWhole ? ["1"] : ["clock", "setting"] + rooms
        for table in tables {
            let report = try String.fetchOne(db, sql: "PRAGMA integrity_check(\(table))")
            guard report == "ok" else {
                throw JournalError.damaged(path: path, reason: report ?? "it can't be read")
            }
        }
        if size <= verifiedBytes, version > FirstSchema.version {
            try Verification(db: db, version: version).run()
        }
    }
}
