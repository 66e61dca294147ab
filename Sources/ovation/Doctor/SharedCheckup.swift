import Journal
import RedisJournal
import Texts

/// The check of `ovation doctor --redis`, which reads everything that servers share in Redis, without changes.
struct SharedCheckup {
    private let history: RedisHistory
    private(set) var roomCount = 0
    private(set) var eventCount = 0
    /// The number of uploaded files. A file that several rooms have counts once.
    private(set) var fileCount = 0
    private(set) var fileByteCount = 0
    /// The damages that were found, one line each.
    private(set) var findings: [String] = []

    private static let roomsAtOnce = 100
    private static let eventsAtOnce = 1000

    /// Reads the whole log. Throws if Redis can't be read, or has no log at the address.
    init(_ history: RedisHistory) throws(JournalError) {
        self.history = history
        guard try history.edition() != nil else {
            throw .missing(directory: history.description)
        }
        var name: Text = ""
        while true {
            let page = try history.heads(after: name, limit: Self.roomsAtOnce)
            for head in page.heads { try examine(head) }
            guard let last = page.last else { break }
            name = last
        }
        try examineFiles()
    }

    private mutating func examineFiles() throws(JournalError) {
        let state: SettingsState
        do throws(JournalError) {
            state = try history.settings()
        } catch {
            guard case .altered = error else { throw error }
            return findings.append("\(error)")
        }
        findings += state.damagedFiles.map { "file \($0): it can't be read what it is" }
        var seen: Set<Text> = []
        let files = state.settings.compactMap { StoredFile($0) }
        for file in files where seen.insert(file.name).inserted {
            fileCount += 1
            fileByteCount += file.byteCount
            do throws(JournalError) {
                try history.check(file)
            } catch {
                guard case .altered = error else { throw error }
                // It may have been deleted meanwhile.
                if try history.has(file) { findings.append("\(error)") }
            }
        }
    }

    private mutating func examine(_ head: RedisHistory.Head) throws(JournalError) {
        roomCount += 1
        do throws(JournalError) {
            // Servers may have removed the room meanwhile, or its events.
            guard let room = try history.room(head.room) else { return }
            let newest = try count(head.room, after: room.forgottenSeq)
            if newest < head.seq, head.seq > room.forgottenSeq {
                findings.append("room \(head.room): events \(newest + 1) to \(head.seq) are gone")
            }
        } catch {
            guard case .altered = error else { throw error }
            findings.append("\(error)")
        }
    }

    /// Reads the events of a room, and returns the place of the newest one.
    private mutating func count(_ room: Text, after seq: Int64) throws(JournalError) -> Int64 {
        var newest = seq
        while true {
            let events = try history.events(
                of: room, after: newest, limit: Self.eventsAtOnce, byteLimit: 16 << 20)
            guard let last = events.last else { return newest }
            eventCount += events.count
            newest = last.seq
        }
    }
}
