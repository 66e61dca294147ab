import Journal
import Synchronization
import TestSupport
import Texts

/// A log in memory that several servers share. The test decides which of its records arrive.
final class SharedMemoryLog: SettingsLog {
    let settingsChannel = SettingsChannel()
    let sharesSettings = true
    private let log = MemoryLog()
    private let state = Mutex<(readCount: Int, damaged: [Text])>((0, []))

    /// The number of readings of all settings.
    var readCount: Int { state.withLock { $0.readCount } }

    func setDamaged(_ files: [Text]) { state.withLock { $0.damaged = files } }

    func settings() throws(JournalError) -> SettingsState {
        let known = try log.settings()
        let damaged = state.withLock { state in
            state.readCount += 1
            return state.damaged
        }
        return SettingsState(
            version: known.version, settings: known.settings, damagedFiles: damaged)
    }

    func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict {
        try log.change(change)
    }

    func add(_ note: AuditNote) throws(JournalError) { try log.add(note) }

    func notes(
        of room: Text?, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredAuditNote] {
        try log.notes(of: room, after: seq, limit: limit)
    }
}
