import GRDB
public import Journal
import Texts

/// Stores settings, such as keys and sources, in the SQLite journal.
extension SQLiteLog: SettingsLog {
    public var sharesSettings: Bool { false }

    public func settings() throws(JournalError) -> SettingsState {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM setting WHERE value IS NOT NULL ORDER BY room, name")
            return SettingsState(
                version: try SettingRow.newest(db),
                settings: try rows.compactMap { try SettingRow($0).setting })
        }
    }

    public func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict {
        try write { db in
            let verdict = try SettingRow.make(change, db)
            if case .made(let version) = verdict, !change.isQuiet {
                return (verdict, [SettingsRecord(change, version: version)])
            }
            return (verdict, [])
        }
    }

    /// Commits `body`, and publishes its records before any other thread writes.
    private func write(
        _ body: (Database) throws -> (SettingsVerdict, [SettingsRecord])
    ) throws(JournalError) -> SettingsVerdict {
        try write(body, committed: { [self] result in tell(result.1) }).0
    }

    func tell(_ records: [SettingsRecord]) {
        for record in records { settingsChannel.tell(.record(record)) }
    }
}
