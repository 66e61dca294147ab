import Assets
import Foundation
import Journal
import LiveRooms
import Logging
public import RedisJournal
import SQLiteJournal
import Settings
import Texts

/// The place where a server keeps its journal, which is a file in the data directory or a log in Redis.
public enum Storage: Sendable {
    /// In a file in the server's data directory.
    case file
    /// In a Redis server, which other Ovation servers may share. A write counts once this many replicas have
    /// it.
    case redis(RedisAddress, durability: Durability, replicas: Int)
}

/// A log of events and of settings.
typealias ServerLog = EventLog & SettingsLog

extension Storage {
    /// Opens the journal, or creates it. Throws if it can't be used.
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
            // The directory holds other data than the journal: copies of files and the first key.
            try FileManager.default.createDirectory(
                atPath: configuration.dataDirectory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            return try RedisLog(
                address, durability: durability, replicas: replicas,
                server: Text(UUID().uuidString),
                rules: "\(configuration.release)")
        }
    }

    /// Logs the facts about a newly opened journal that the operator should know.
    private static func tell(_ logger: Logger, of log: SQLiteLog) {
        if let kept = log.keptPath {
            logger.notice(
                "the journal was brought up to this version's form; the older file is kept",
                metadata: ["kept": "\(kept)"])
        }
        if let doubt = log.takeClockDoubt() { logger.warning("\(doubt)") }
    }
}

extension Assets {
    /// Opens shared files if the log of the server can share files, else the files of this server alone.
    convenience init(
        _ configuration: ServerConfiguration, _ log: any ServerLog, settings: Settings,
        wake: @escaping @Sendable () -> Void
    ) throws {
        let (data, limitBytes) = (configuration.dataDirectory, configuration.assetsBytes)
        if let files = log as? any SharedFiles {
            try self.init(
                data: data, limitBytes: limitBytes, files: files, settings: settings, wake: wake)
        } else {
            try self.init(data: data, limitBytes: limitBytes, auditLog: log, wake: wake)
        }
    }
}
