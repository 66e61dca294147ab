import Foundation
import GRDB
public import Journal

/// Says what is wrong with a journal, and saves what is whole of one that no server has open.
///
/// Of that it works on a copy: the files themselves are left as they are. One that a server has is only
/// read.
public final class JournalDoctor {
    private let directory: String
    private let path: String
    /// Nil: a server has it.
    private let lock: DirectoryLock?
    private let workingDirectory: String

    /// Whether a server has the journal open.
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

    /// Where `repair` puts what is whole.
    public var repairedPath: String { path + ".repaired" }

    /// Everything that is found wrong, a line each; nothing if the journal is sound.
    public func examine() -> [String] {
        var findings: [String] = []
        do {
            try JournalFile(path: path, isReadOnly: isServed).inspectLog()
        } catch {
            findings.append(Soundness.told(error))
        }
        return findings + Soundness.findings(in: copy, isServed: isServed)
    }

    /// What is not as it should be and does no harm, a line each: snapshots that can't be read and are not
    /// needed.
    public func notes() -> [String] {
        let version = read(Soundness.version) ?? 0
        guard Soundness.readable.contains(version) else { return [] }
        return (read(Soundness.undecoded) ?? []).filter { !$0.isNeeded }.map(\.description)
    }

    /// What it holds; nil if it can't be read, or an older version wrote it.
    public func facts() -> JournalFacts? {
        read { try JournalFacts(path: path, $0) }
    }

    /// How many events came before an instant of the wall clock; nil if that can't be read.
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

    /// Writes what is whole to a new file; returns what is not in it, a line each.
    /// Throws if a server has the journal.
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
            // No transaction: a damaged file does not end one.
            let lost = try source.unsafeRead { from in
                guard Soundness.readable.contains(try Soundness.version(of: from)) else {
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
