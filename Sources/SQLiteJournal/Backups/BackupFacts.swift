import GRDB
import Journal
public import Texts

/// A summary of a backup's contents, for the report of the commands `backup` and `restore`.
public struct BackupFacts: Equatable, Sendable {
    public var journal: JournalFacts
    /// Nil if an older version made the backup, without files.
    public var files: FileFacts?
    public var secrets: SecretFacts
    /// Files that rooms have but the backup lacks, because they are damaged or missing: `main: 3f….png`.
    public var lacking: [Text] = []
}

/// The number of uploaded files, with each content counted once.
public struct FileFacts: Equatable, Sendable {
    public var files = 0
    public var rooms = 0
    public var bytes = 0
}

/// The number of a journal's keys, and of its readable secrets.
public struct SecretFacts: Equatable, Sendable {
    public var keys = 0
    /// Viewers' keys, which the studio can show again. All other keys are stored only as digests.
    public var readableKeys = 0
    /// The secrets with which platforms sign their deliveries.
    public var platformSecrets = 0

    init() {}

    init(_ db: Database) throws {
        let (table, column) =
            try db.tableExists("setting") ? ("setting", "value") : ("access", "details")
        // The first form of the journal has no keys.
        guard try db.tableExists(table) else { return }
        func count(of member: String) throws -> Int {
            let sql = """
                SELECT count(*) FROM \(table)
                WHERE json_valid(\(column)) AND json_extract(\(column), '$.\(member)') IS NOT NULL
                """
            return try Int.fetchOne(db, sql: sql) ?? 0
        }
        keys = try count(of: "role")
        readableKeys = try count(of: "key")
        platformSecrets = try count(of: "secret")
    }
}
