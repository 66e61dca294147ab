import Foundation
import GRDB
import Glibc
import Journal

/// Prepares a journal's file before it is used, and creates it if it does not exist, or migrates it from an older form.
/// It first inspects the file without changing it.
struct JournalFile {
    let path: String
    let isReadOnly: Bool
    var verifiedBytes = Self.verifiedBytes

    /// Files up to this size are read in full before their data is used.
    static let inspectedBytes = 64 << 20
    /// In files up to this size, all checksums are verified before use. In larger files each row is verified when it is
    /// read.
    static let verifiedBytes = 4 << 20

    /// Creates the file if it does not exist; otherwise inspects it and migrates an older form. Returns the path of the
    /// kept older file. Throws, without a change, if the journal is not sound.
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

    /// Inspects the write-ahead log. With `isReadOnly`, a server may be writing it just now, so the inspection is
    /// repeated: damage stays, and a write is soon over.
    func inspectLog() throws {
        for _ in 1..<(isReadOnly ? Self.looks : 1) {
            if (try? WriteAheadFile(path: path).inspect()) != nil { return }
            usleep(Self.pauseMicroseconds)
        }
        try WriteAheadFile(path: path).inspect()
    }

    private static let looks = 5
    private static let pauseMicroseconds: UInt32 = 20_000

    /// Inspects the file without writing to it; returns its version.
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

    /// Checks the structure of the file. For a large file with a server, this covers only the tables that tell which
    /// rooms exist and where they begin. For a very large file, which may have a million rooms, it covers only the
    /// tables about all rooms; a large file that is only read is not checked. `BackgroundVerification` checks the rest.
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
