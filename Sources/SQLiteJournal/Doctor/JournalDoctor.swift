import Foundation
import GRDB
public import Journal

/// Says what is wrong with a journal that no server has open, and saves what is whole.
///
/// It works on a copy: the files themselves are left as they are.
public final class JournalDoctor {
    private let directory: String
    private let path: String
    private let lock: DirectoryLock
    private let workingDirectory: String

    /// Throws if there is no journal, or a server has it open.
    public init(directory: String) throws(JournalError) {
        self.directory = directory
        path = directory + "/journal.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw .missing(directory: directory)
        }
        lock = try DirectoryLock(directory: directory)
        workingDirectory = directory + "/doctor"
        do {
            try? FileManager.default.removeItem(atPath: workingDirectory)
            try FileManager.default.createDirectory(
                atPath: workingDirectory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
        } catch {
            throw .unusable(path: workingDirectory, reason: "\(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: workingDirectory)
    }

    private var copy: String { workingDirectory + "/journal.sqlite" }

    /// Where `repair` puts what is whole.
    public var repairedPath: String { path + ".repaired" }

    /// Everything that is found wrong, a line each; nothing if the journal is sound.
    public func examine() -> [String] {
        var findings: [String] = []
        do {
            try WriteAheadFile(path: path).inspect()
        } catch {
            findings.append(Self.told(error))
        }
        do {
            let queue = try DatabaseQueue(path: copy)
            try queue.unsafeRead { db in
                findings += try Self.integrity(of: db)
                let version = try Self.version(of: db)
                guard Self.readable.contains(version) else { return }
                try Verification(db: db, version: version, found: { findings.append("\($0)") })
                    .run()
            }
            try queue.close()
        } catch {
            findings.append(Self.told(error))
        }
        return findings
    }

    private static func integrity(of db: Database) throws -> [String] {
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
            return ["it is no journal"]
        }
        return try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter {
            !$0.utf8.elementsEqual("ok".utf8)
        }
    }

    /// The versions whose rows have checksums.
    private static let readable = FirstSchema.version + 1...Schema.version

    private static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    private static func told(_ error: any Error) -> String {
        switch error {
        case JournalError.damaged(let path, let reason): "\(path): \(reason)"
        case let error as DatabaseError: error.message ?? "\(error)"
        default: "\(error)"
        }
    }

    /// Writes what is whole to a new file; returns what is not in it, a line each.
    public func repair() throws(JournalError) -> [String] {
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
                guard Self.readable.contains(try Self.version(of: from)) else {
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
