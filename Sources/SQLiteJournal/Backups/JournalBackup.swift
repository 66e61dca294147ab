import Foundation
import GRDB
import Glibc
public import Journal
import Texts

/// Backs up a journal to one file, with the uploaded files in a directory beside it, and restores backups.
public enum JournalBackup {
    /// Returns the directory for the uploaded files of a backup.
    public static func filesPath(of file: String) -> String { FileStore.path(of: file) }

    /// Copies the journal in `directory`, as it is at one moment, to `file`, and the files that rooms have at
    /// that moment to `filesPath(of: file)`. A server may keep writing both.
    ///
    /// The copy is read in full and checked before it gets its name, and an older copy stays until then. Throws,
    /// and leaves the older copy as it was, if `file` exists and is no journal, or belongs to
    /// a data directory, or cannot be written (`unusable` with its path or that of its files), or if the
    /// journal is damaged.
    public static func write(of directory: String, to file: String) throws(JournalError)
        -> BackupFacts
    {
        let path = directory + "/journal.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw .missing(directory: directory)
        }
        guard try isJournal(file) ?? true else {
            throw .unusable(path: file, reason: "something else is there, which is left as it is")
        }
        if isInUse(file, in: directory) {
            throw .unusable(
                path: file, reason: "it belongs to a data directory, and is left as it is")
        }
        let store = FileStore(of: file)
        let collector = FileCollector(UploadedFiles(in: directory), store)
        let draft = Draft(of: file)
        defer { draft.clear() }
        do throws(JournalError) {
            if store.exists { try store.open() }
            try draft.make()
            let lacking = try fill(draft, from: path, collector)
            let (journal, manifest, secrets) = try draft.verify(as: path)
            try draft.put()
            try store.prune(keeping: Set((manifest?.contents ?? [:]).keys))
            return BackupFacts(
                journal: journal, files: manifest?.facts, secrets: secrets,
                lacking: lacking.map(\.description))
        } catch {
            collector.undo()
            throw error
        }
    }

    /// Copies journal and files. Returns the files that rooms have and the backup lacks.
    private static func fill(
        _ draft: Draft, from path: String, _ collector: FileCollector
    ) throws(JournalError) -> [UploadedFiles.Place] {
        do {
            var configuration = GRDB.Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            let source = try DatabaseQueue(path: path, configuration: configuration)
            let target = try DatabaseQueue(path: draft.path)
            var listing: FileCollector.Listing?
            while listing == nil {
                try collector.copyAll()
                // A single transaction, so that the copy has no later writes.
                listing = try source.read { try copy($0, to: target, collector) }
            }
            try source.close()
            guard let listing else { return [] }
            let lacking = try target.write { db in
                let (rows, lacking) = try collector.rows(
                    listing, unknown: unknownRooms(of: listing.rooms, db))
                try BackupManifest(rows: rows, made: .now).write(db)
                return lacking
            }
            try target.close()
            return lacking
        } catch {
            throw draft.failure(error) ?? JournalError(error, path: path)
        }
    }

    /// Copies the journal as it is while the files are listed. If too many files are new, returns nil without a copy,
    /// so that the caller copies these files first.
    private static func copy(
        _ db: Database, to target: DatabaseQueue, _ collector: FileCollector
    ) throws -> FileCollector.Listing? {
        let listing = try collector.source.exclusively {
            isLocked throws -> FileCollector.Listing? in
            guard isLocked else {
                throw JournalError.unusable(
                    path: collector.source.path, reason: "another process keeps them locked")
            }
            // The transaction sees the journal as it is at the first read.
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
            return try collector.list()
        }
        guard let listing else { return nil }
        try collector.complete(listing)
        try target.writeWithoutTransaction { try db.backup(to: $0) }
        return listing
    }

    /// Returns the rooms without events and audit notes in a journal. An upload makes a note, and a room's notes are
    /// deleted with the room.
    private static func unknownRooms(of rooms: Set<Text>, _ db: Database) throws -> Set<Text> {
        guard try db.tableExists("audit") else { return [] }
        return try rooms.filter { room in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT 1 FROM room WHERE name = ?1
                    UNION ALL SELECT 1 FROM audit WHERE room = ?1 LIMIT 1
                    """, arguments: [room.string]) == nil
        }
    }

    /// The result of a restore.
    public struct Restored: Equatable, Sendable {
        public let facts: BackupFacts
        /// The paths at which the replaced journal and files were kept.
        public let kept: [String]
    }

    /// Puts a backup in the place of the journal and the uploaded files in `directory`, which no server may
    /// use. A backup of an older version has no files, and leaves the existing files unchanged.
    ///
    /// Throws, without a change, if the backup is damaged or a newer version made it. With `skipsDamaged`, damaged and
    /// missing files of the backup are skipped instead.
    public static func restore(
        from file: String, to directory: String, skipsDamaged: Bool = false
    ) throws(JournalError) -> Restored {
        guard let isJournal = try isJournal(file) else {
            throw .unusable(path: file, reason: "there is no such file")
        }
        guard isJournal else { throw .damaged(path: file, reason: "it is no journal") }
        let isNew = !FileManager.default.fileExists(atPath: directory)
        try SQLiteLog.make(directory)
        let lock = try DirectoryLock(directory: directory)
        defer { withExtendedLifetime(lock) {} }
        let files = FileRestoring(directory: directory)
        try files.finish()
        do throws(JournalError) {
            return try restore(file, files, skipsDamaged)
        } catch {
            files.clear()
            if isNew {
                unlink(DirectoryLock.path(in: directory))
                rmdir(directory)
            }
            throw error
        }
    }

    private static func restore(
        _ file: String, _ files: FileRestoring, _ skipsDamaged: Bool
    ) throws(JournalError) -> Restored {
        let path = files.directory + "/journal.sqlite"
        let draft = Draft(of: path)
        defer { draft.clear() }
        try draft.make()
        try draft.copy(file)
        let (journal, manifest, secrets) = try draft.verify(as: file)
        var facts = BackupFacts(journal: journal, files: nil, secrets: secrets)
        if let manifest {
            try draft.removeManifest()
            let store = FileStore(of: file)
            let (restored, lacking) = try files.make(
                manifest, from: store, skipsDamaged: skipsDamaged)
            (facts.files, facts.lacking) = (restored.facts, lacking.map(\.description))
            try files.tie(to: draft.path)
        }
        var kept: [String] = []
        if let journal = try keep(path) { kept.append(journal) }
        try draft.put()
        if try files.finish() { kept.append(files.keptPath) }
        return Restored(facts: facts, kept: kept)
    }

    /// Keeps the journal that is about to be replaced, with its write-ahead log, under another name. A crash at any
    /// point leaves one name or the other. The old write-ahead log must go from its place, because SQLite would
    /// apply it to the new journal.
    private static func keep(_ path: String) throws(JournalError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let kept = path + ".replaced"
        for suffix in ["", "-wal"] {
            unlink(kept + suffix)
            guard link(path + suffix, kept + suffix) == 0 || errno == ENOENT else {
                throw .unusable(path: kept, reason: String(cString: strerror(errno)))
            }
        }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        return kept
    }

    /// True if a server uses the file: a file of the copied data directory, a journal with a log beside it, or a
    /// file in a directory that a server cleans up.
    private static func isInUse(_ file: String, in directory: String) -> Bool {
        if FileManager.default.fileExists(atPath: file + "-wal") { return true }
        if let there = FileIdentity.File(file),
            FileIdentity.paths(directory).contains(where: { FileIdentity.File($0) == there })
        {
            return true
        }
        let parent = (file as NSString).deletingLastPathComponent
        guard let place = FileIdentity.File(parent.utf8.isEmpty ? "." : parent) else {
            return false
        }
        return ["assets", "shared-assets"].contains { name in
            FileIdentity.File("\(directory)/\(name)") == place
        }
    }

    /// Tells if a file begins as journals do; nil if it does not exist.
    private static func isJournal(_ file: String) throws(JournalError) -> Bool? {
        guard let head = try FileBytes.read(file, upTo: 72) else { return nil }
        // An empty file may be overwritten with the backup.
        if head.isEmpty { return true }
        guard head.count == 72, head.starts(with: "SQLite format 3\0".utf8) else { return false }
        return head[68...].reduce(0) { $0 << 8 | Int($1) } == Schema.applicationID
    }
}
