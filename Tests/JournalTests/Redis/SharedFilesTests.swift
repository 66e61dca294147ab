import Digests
import Dispatch
import Journal
import Synchronization
import TestSupport
import Testing
import Texts

@testable import RedisJournal

@Suite("Files that servers share", .serialized)
struct SharedFilesTests {
    private let note = AuditNote(room: "main", wallMicroseconds: 1, details: "{}")

    /// Content with this many bytes, and its file.
    private func sample(
        _ byteCount: Int, _ seed: UInt8 = 1, in room: Text = "main"
    ) -> (bytes: [UInt8], file: StoredFile) {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) ^ seed }
        let name = Text(hexadecimal: SHA256.hash(bytes)) + ".png"
        let file = StoredFile(
            room: room, name: name, byteCount: byteCount, details: "{\"\u{E9}\":1}")
        return (bytes, file)
    }

    @discardableResult
    private func keep(
        _ sample: (bytes: [UInt8], file: StoredFile), in log: RedisLog, limit: Int = .max,
        basis: Int64 = .max
    ) throws -> FileVerdict {
        try log.keep(sample.file, basis: basis, limitBytes: limit, noting: note) {
            Array(sample.bytes[$0])
        }
    }

    @discardableResult
    private func drop(
        _ file: StoredFile, in log: RedisLog, basis: Int64 = .max
    ) throws -> Int64 {
        try log.drop(name: file.name, from: file.room, basis: basis, noting: note)
    }

    private func files(_ log: RedisLog) throws -> Set<StoredFile> {
        Set(try log.settings().settings.compactMap { StoredFile($0) })
    }

    /// The place of a file in the hash of settings.
    private func place(_ file: StoredFile) -> Text { "\(file.room)/\(file.settingName)" }

    private func content(_ file: StoredFile, _ log: RedisLog) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try log.read(name: file.name, byteCount: file.byteCount) { bytes += $0 }
        return bytes
    }

    private func isAltered(_ file: StoredFile, _ log: RedisLog) -> Bool {
        do {
            _ = try content(file, log)
            return false
        } catch JournalError.altered {
            return true
        } catch {
            return false
        }
    }

    /// The keys of complete and of unfinished files.
    private func keys(_ server: RedisServer) throws -> [Text] {
        try ["b", "u"].flatMap { letter in
            try server.ask("KEYS", "ovation:{0}\(letter):*").list?.compactMap(\.text) ?? []
        }
    }

    @Test("All servers can read a stored file of any size, and it is stored once")
    func kept() throws {
        let server = try RedisServer()
        let (one, other) = (try RedisLog(server.address), try RedisLog(server.address))
        #expect(try one.settings() == SettingsState(version: 0, settings: []))
        let piece = RedisLog.pieceBytes
        let samples = [1, piece, piece + 1, 2 * piece, 5 * piece - 1].map { sample($0) }
        for (index, sample) in samples.enumerated() {
            let version = Int64(index) + 1
            #expect(try keep(sample, in: one) == .kept(version: version))
            #expect(try keep(sample, in: other) == .known(version: version))
            #expect(try content(sample.file, other) == sample.bytes)
        }
        #expect(try other.settings().version == 5)
        #expect(try files(other) == Set(samples.map(\.file)))
        #expect(
            try one.notes(of: "main", after: 0, limit: 99).map(\.note)
                == .init(repeating: note, count: 5))
        // Redis allocates at most 2% more than the pieces need.
        let used = try #require(
            try server.ask(
                "MEMORY", "USAGE", one.space.filePieces + samples[4].file.name, "SAMPLES", "0"
            ).number)
        #expect(Double(used) < 1.02 * Double(samples[4].bytes.count))
    }

    @Test("A file is removed with the last room that has it, or with an erased room")
    func gone() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let (both, own) = (sample(1000), sample(1000, 2))
        let elsewhere = sample(1000, in: "other")
        #expect(both.file.name == elsewhere.file.name)
        for sample in [both, own, elsewhere] { try keep(sample, in: log) }
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 8192)
        #expect(try drop(both.file, in: log) == 4)
        // Its tombstone has this version.
        #expect(try drop(both.file, in: log) == 4)
        #expect(
            try log.put(both.file.settingName, basis: 3) == .conflict(name: both.file.settingName))
        #expect(try content(elsewhere.file, log) == both.bytes)
        _ = try log.append([.event("a"), .erase(room: "main", ticket: 0)])
        #expect(try files(log) == [elsewhere.file])
        #expect(try log.settings().version == 5)
        #expect(isAltered(own.file, log))
        // A spent room keeps its files.
        _ = try log.append([.event("b", in: "other")])
        try server.ask("HSET", log.space.room("other").meta, "forgotten", "1")
        _ = try log.append([.eraseSpent(room: "other", ticket: 0)])
        #expect(try log.place(of: "other") == nil && log.settings().version == 5)
        #expect(try drop(elsewhere.file, in: log) == 6)
        #expect(try keys(server).isEmpty && files(log).isEmpty)
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 0)
    }

    @Test("Concurrent uploads together stay within the limit")
    func limit() throws {
        let server = try RedisServer()
        let logs = try (0..<4).map { _ in try RedisLog(server.address) }
        let verdicts = Mutex<[FileVerdict]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let verdict = try? keep(
                sample(100_000, UInt8(index)), in: logs[index % 4], limit: 350_000)
            verdicts.withLock { if let verdict { $0.append(verdict) } }
        }
        let found = verdicts.withLock { $0 }
        #expect(found.count == 8 && found.count { $0 == .full } == 5)
        #expect(try keys(server).count == 3)
        let there = try #require(try files(logs[0]).first)
        let again = StoredFile(room: "other", name: there.name, byteCount: 100_000, details: "")
        let verdict = try logs[0].keep(
            again, basis: .max, limitBytes: 350_000, noting: note
        ) { _ in nil }
        #expect(verdict == .kept(version: 4))
    }

    @Test(
        "An unfinished file is not visible and expires"
    )
    func unfinished() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let sample = sample(3 * RedisLog.pieceBytes)
        #expect(throws: JournalError.self) {
            try log.keep(sample.file, basis: .max, limitBytes: .max, noting: note) {
                $0.lowerBound < 2 * RedisLog.pieceBytes ? Array(sample.bytes[$0]) : nil
            }
        }
        #expect(try files(log).isEmpty && isAltered(sample.file, log))
        let left = try keys(server)
        #expect(left.count == 1)
        #expect((1...60).contains(try server.ask("TTL", left[0]).number ?? 0))
        // Redis runs out of memory during the upload.
        var isFull = false
        #expect(throws: JournalError.self) {
            try log.keep(sample.file, basis: .max, limitBytes: .max, noting: note) {
                if !isFull { _ = try? server.ask("CONFIG", "SET", "maxmemory", "1") }
                isFull = true
                return Array(sample.bytes[$0])
            }
        }
        try server.ask("CONFIG", "SET", "maxmemory", "0")
        try keep(sample, in: log)
        #expect(try server.ask("TTL", log.space.filePieces + sample.file.name).number == -1)
        #expect(try content(sample.file, log) == sample.bytes)
    }

    @Test("Content that does not match its name's hash is not stored")
    func otherContent() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let sample = sample(2 * RedisLog.pieceBytes)
        #expect(throws: JournalError.self) {
            try log.keep(sample.file, basis: .max, limitBytes: .max, noting: note) {
                sample.bytes[$0].map { $0 ^ 1 }
            }
        }
        #expect(try files(log).isEmpty && isAltered(sample.file, log))
        #expect(try log.notes(of: "main", after: 0, limit: 9).isEmpty)
    }

    @Test("A file that changes while it is checked is stored again")
    func changedMeanwhile() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let sample = sample(2 * RedisLog.pieceBytes)
        try keep(sample, in: log)
        let key = log.space.filePieces + sample.file.name
        // A reader ignores an extra piece, but the script does not.
        try server.ask("HSET", key, "2", "x")
        #expect(try keep(sample, in: log) == .known(version: 1))
        #expect(try server.ask("HLEN", key).number == 2)
        #expect(try content(sample.file, log) == sample.bytes)
    }

    @Test("A damaged file is detected and repaired by the next upload")
    func damaged() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let sample = sample(2 * RedisLog.pieceBytes)
        try keep(sample, in: log)
        let key = log.space.filePieces + sample.file.name
        for damage in [["HDEL", key, "1"], ["HSET", key, "1", "x"], ["DEL", key]] as [[Text]] {
            _ = try Connection.open(server.address.place).exchange([Words(damage)])
            #expect(isAltered(sample.file, log))
            #expect(try keep(sample, in: log) == .known(version: 1))
            #expect(try content(sample.file, log) == sample.bytes)
        }
        var other = sample.bytes
        other[RedisLog.pieceBytes] ^= 1
        var setting = Words("HSET", key, "1")
        setting.add(Array(other[RedisLog.pieceBytes...]))
        _ = try Connection.open(server.address.place).exchange([setting])
        #expect(isAltered(sample.file, log))
        try server.ask("HSET", log.space.settings, "main/file/x.png", "y")
        let state = try RedisHistory(server.address).settings()
        #expect(state.settings.compactMap { StoredFile($0) } == [sample.file])
        #expect(state.damagedFiles == ["x.png of room main"])
    }

    @Test("Damaged file details are repaired by the next upload, which is announced")
    func damagedDetails() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let sample = sample(5000)
        try keep(sample, in: log)
        for (version, damage) in [(Int64(2), "x" as Text), (3, ""), (4, "2 x")] {
            try server.ask("HSET", log.space.settings, place(sample.file), damage)
            #expect(try files(log).isEmpty)
            #expect(try keep(sample, in: log) == .mended(version: version))
            #expect(try files(log) == [sample.file])
        }
        #expect(try keep(sample, in: log) == .known(version: 4))
        // The room had the file all along.
        #expect(try log.notes(of: "main", after: 0, limit: 9).count == 1)
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 5000)
        try drop(sample.file, in: log)
        #expect(try keys(server).isEmpty)
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 0)
    }

    @Test("A small file counts as 4,096 bytes")
    func small() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for seed in 0..<3 as Range<UInt8> { try keep(sample(10, seed), in: log, limit: 3 * 4096) }
        #expect(try keep(sample(10, 3), in: log, limit: 3 * 4096) == .full)
        #expect(try keys(server).count == 3)
        #expect(try keep(sample(10, 2), in: log, limit: 3 * 4096) == .known(version: 3))
        try drop(sample(10, 1).file, in: log)
        try keep(sample(10, 3), in: log, limit: 3 * 4096)
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 3 * 4096)
    }

    @Test("Every file change is a record among the other settings")
    func announcements() throws {
        let server = try RedisServer()
        let (one, other) = (try RedisLog(server.address), try RedisLog(server.address))
        let told = ToldSettings()
        told.follow(one)
        let subscription = Subscription(one) { _ in }
        defer { subscription.stop() }
        try waitUntil("the server listens") { told.has(.missed) }
        let file = sample(10).file
        for log in [one, other] {
            try keep(sample(10), in: log)
            try drop(file, in: log)
        }
        try other.put("keepDays", "3")
        try keep(sample(10), in: other)
        _ = try other.append([.erase(room: "main", ticket: 0)])
        try waitUntil("all changes are told") { told.records.count == 7 }
        let kept = SettingsRecord.Kind.changed([file.settingName: file.settingValue])
        let dropped = SettingsRecord.Kind.changed([file.settingName: nil])
        let kinds = [
            kept, dropped, kept, dropped, .changed(["keepDays": "3"]), kept, .erased,
        ]
        #expect(
            told.records
                == kinds.enumerated().map { index, kind in
                    SettingsRecord(version: Int64(index) + 1, room: "main", kind: kind)
                })
    }

    @Test(
        "A room that was erased after an upload began does not get the file, and keeps its new one")
    func erasedMeanwhile() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try log.put("keepDays", "3")
        _ = try log.append([.erase(room: "main", ticket: 0)])
        let sample = sample(5000)
        #expect(try keep(sample, in: log, basis: 1) == .roomErased)
        #expect(try keys(server).isEmpty && files(log).isEmpty)
        #expect(try log.notes(of: "main", after: 0, limit: 9).isEmpty)
        #expect(try keep(sample, in: log, basis: 2) == .kept(version: 3))
        // A server that knows only the old room deletes no file of the new room.
        #expect(try drop(sample.file, in: log, basis: 1) == 2)
        #expect(try files(log) == [sample.file])
        #expect(try drop(sample.file, in: log, basis: 2) == 4)
        #expect(try keep(self.sample(5000, in: "other"), in: log, basis: 0) == .kept(version: 5))
    }
}
