import Foundation
import Journal
import Logging
public import RedisJournal
import SQLiteJournal
import Texts

/// Where a server keeps its journal.
public enum Storage: Sendable {
    /// In a file in the server's own directory.
    case file
    /// In a Redis, which other servers may share. What is written counts once so many replicas have it.
    case redis(RedisAddress, durability: Durability, replicas: Int)
}

/// All that a server keeps.
typealias ServerLog = EventLog & SettingsLog

extension Storage {
    /// Opens the journal, or begins one. Throws if it can't be used.
    static func open(
        _ configuration: ServerConfiguration, logger: Logger
    ) throws -> any ServerLog {
        switch configuration.storage {
        case .file:
            let log = try SQLiteLog(
                directory: configuration.dataDirectory, acceptsClock: configuration.acceptsClock,
                warn: { logger.error("\($0)") })
            tell(logger, of: log)
            return log
        case .redis(let address, let durability, let replicas):
            // What is not in the journal stands there: copies of files, the first key.
            try FileManager.default.createDirectory(
                atPath: configuration.dataDirectory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            return try RedisLog(
                address, durability: durability, replicas: replicas,
                server: Text(UUID().uuidString),
                rules: "\(configuration.release)")
        }
    }

    /// What a person should know of a journal that has just been opened.
    private static func tell(_ logger: Logger, of log: SQLiteLog) {
        if let kept = log.keptPath {
            logger.notice(
                "the journal was brought up to this version's form; the older file is kept",
                metadata: ["kept": "\(kept)"])
        }
        if let doubt = log.takeClockDoubt() { logger.warning("\(doubt)") }
    }
}
