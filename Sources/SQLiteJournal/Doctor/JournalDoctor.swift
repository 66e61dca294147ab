import Foundation
import GRDB
public import Journal

/// Examines a journal for damage, and saves the intact part of a journal without a server.
///
/// A journal without a server is examined in a copy, so that its files stay unchanged. A journal that a server has
/// open is only read.
public final class JournalDoctor {
    private let directory: String
    private let path: String
    /// Nil if a server has the journal open.
    private let lock: DirectoryLock?
    private let workingDirectory: String

    /// True if a server has the journal open.
    public var isServed: Bool { lock == nil }

    /// Throws if there is no journal.
    public init(directory: String) throws(JournalError) {
        self.directory = directory
        path = directory + "/journal.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw .missing(directory: directory)
        }
        workingDirectory = directory + "/doctor"
        do {
            lock = try DirectoryLock(directory: directory)
        } catch {
            guard case .inUse = error else { throw error }
            lock = nil
            return
        }
        do {
            try? FileManager.default.removeItem(atPath: workingDirectory)
            try FileManager.default.createDirectory(
                atPath: workingDirectory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: workingDirectory)
            throw .unusable(
                path: workingDirectory,
                reason: SQLiteLog.reason(of: error)
                    + ". A journal that no server has is looked at in a copy: "
                    + "there must be room for it, and you must be its owner")
        }
    }

    deinit {
        if !isServed { try? FileManager.default.removeItem(atPath: workingDirectory) }
    }

    private var copy: String { isServed ? path : workingDirectory + "/journal.sqlite" }

    /// The path of the file in which `repair` saves the intact part.
    public var repairedPath: String { path + ".repaired" }

    /// Returns all faults, a line each; empty if the journal is sound.
    public func examine() -> [String] {
        var findings: [String] = []
        do {
            try JournalFile(path: path, isReadOnly: isServed).inspectLog()
        } catch {
            findings.append(DamageReport.told(error))
        }
        return findings + DamageReport.findings(in: copy, isServed: isServed)
    }

    /// Returns harmless irregularities, a line each: snapshots that cannot be read and are not
    /// needed.
    public func notes() -> [String] {
        let version = read(DamageReport.version) ?? 0
        guard DamageReport.readable.contains(version) else { return [] }
        return (read(DamageReport.undecoded) ?? []).filter { !$0.isNeeded }.map(\.description)
    }

    /// Returns a summary of the journal; nil if it cannot be read, or an older version wrote it.
    public func facts() -> JournalFacts? {
        read { try JournalFacts(path: path, $0) }
    }

    /// Returns the number of events before an instant of the wall clock; nil if that cannot be read.
    public func eventCount(before instant: WallTime) -> Int? {
        read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM event WHERE wall < ?",
                arguments: [instant.microseconds])
        } ?? nil
    }

    private func read<Value>(_ body: (Database) throws -> Value) -> Value? {
        var configuration = GRDB.Configuration()
        configuration.readonly = isServed
        configuration.busyMode = .timeout(2)
        guard let queue = try? DatabaseQueue(path: copy, configuration: configuration) else {
            return nil
        }
        defer { try? queue.close() }
        return try? queue.read(body)
    }

    /// Writes the intact part to a new file. Returns descriptions of the lost parts, a line each.
    /// Throws if a server has the journal open.
    public func repair() throws(JournalError) -> [String] {
        if isServed { throw .inUse(path: directory) }
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: repairedPath + suffix)
        }
        do {
            PrivateFile.make(repairedPath)
            let (source, target) = (
                try DatabaseQueue(path: copy), try DatabaseQueue(path: repairedPath)
            )
            try Schema.migrator.migrate(target)
            // Without a transaction, because a damaged file cannot end one.
            let lost = try source.unsafeRead { from in
                guard DamageReport.readable.contains(try DamageReport.version(of: from)) else {
                    throw JournalError.tooOld(path: path)
                }
                return try target.write { to in
                    var salvage = Salvage(from: from, to: to)
                    try salvage.run()
                    return salvage.lost
                }
            }
            try target.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = WAL")
                _ = try $0.checkpoint(.truncate)
            }
            try source.close()
            try target.close()
            return lost
        } catch {
            throw JournalError(error, path: path)
        }
    }
}
