import Digests
import Foundation
import Journal
import Synchronization
import TestSupport
import Testing
import Texts

@testable import RedisJournal

@Suite("Settings that servers share in Redis", .serialized)
struct SharedSettingsTests {
    @Test("Every server receives each change in order, and the number of the newest change")
    func told() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        let other = try RedisLog(server.address, server: "other")
        let told = ToldSettings()
        told.follow(one)
        let subscription = Subscription(one) { _ in }
        defer { subscription.stop() }
        try waitUntil("the server listens") { told.has(.missed) }
        try one.put("key/a", "é \u{0}x", of: nil)
        _ = try other.change(
            SettingsChange(
                room: "main", basis: 1,
                writes: [
                    .init("a", .put(""), basis: nil), .init("b", .remove, basis: nil),
                    .init("c", .forget, basis: nil), .init("d", .put("1 2"), basis: nil),
                ]))
        try other.put("a", basis: 0)
        _ = try one.append([.erase(room: "main", ticket: 1)])
        try waitUntil("the newest version is told") { told.has(.newest(version: 3)) }
        #expect(
            told.records == [
                SettingsRecord(version: 1, room: nil, kind: .changed(["key/a": "é \u{0}x"])),
                SettingsRecord(
                    version: 2, room: "main",
                    kind: .changed(["a": "", "b": nil, "c": nil, "d": "1 2"])),
                SettingsRecord(version: 3, room: "main", kind: .erased),
            ])
    }

    // MARK: Older versions

    private func packed(_ values: [Text?]) -> [UInt8] {
        var packed = ChecksummedTuple()
        for value in values { packed.add(value) }
        return packed.bytes
    }

    private func put(_ hash: Text, _ field: Text, _ value: [UInt8], _ server: RedisServer) throws {
        var words = Words("HSET", hash, field)
        words.add(value)
        _ = try Connection.open(server.address.place).exchange([words])
    }

    /// Turns a log into a log of version 1 with a key, a source and a suspended room.
    private func write(former server: RedisServer, _ space: KeySpace) throws {
        let former = space.formerKeys
        try put(former[0], "k1", packed(["k1", "ab", "main", #"{"role":"owner"}"#]), server)
        try put(former[0], "k2", packed(["k2", "cd", nil, #"{"role":"admin"}"#]), server)
        try put(former[0], "s", packed(["s", "ef", "main", #"{"source":"kofi"}"#]), server)
        try put(former[1], "k1", Array("main".utf8), server)
        try put(
            former[2], "main", packed(["main", #"{"suspension":{"at":5},"keepDays":null}"#]), server
        )
        try server.ask("HSET", space.clock, "version", "1")
        try server.ask("HDEL", space.clock, "settings")
    }

    private static let formerWords: Set<Text> = [
        #"main/key/k1={"digest":"6162","role":"owner"}"#,
        #"/key/k2={"digest":"6364","role":"admin"}"#,
        #"main/source/kofi={"source":"kofi"}"#, #"main/suspension={"at":5}"#,
    ]

    @Test("A log of version 1 is brought up to this version")
    func migrated() throws {
        let server = try RedisServer()
        let first = try RedisLog(server.address)
        _ = try first.append([.event("a")])
        try first.close()
        try write(former: server, first.space)
        let file = try writeFiles(former: server, first)
        let log = try RedisLog(server.address)
        #expect(try log.settingWords() == Self.formerWords.union(file.words))
        #expect(try log.settings().version == 1)
        #expect(try log.put("suspension", basis: 0) == .conflict(name: "suspension"))
        #expect(try server.ask("EXISTS", log.space.formerKeys[0]).number == 0)
        #expect(try log.events(of: "main", after: 0, limit: 9, byteLimit: .max).count == 1)
        _ = try log.append([.erase(room: "main", ticket: 1)])
        #expect(
            try log.settingWords() == [
                #"/key/k2={"digest":"6364","role":"admin"}"#, "other/\(file.name)=9 {}",
            ])
    }

    /// Puts a file of two rooms, and a damaged one, where logs of versions 1 and 2 have them.
    private func writeFiles(
        former server: RedisServer, _ log: RedisLog
    ) throws -> (name: Text, words: Set<Text>) {
        let name = Text(hexadecimal: SHA256.hash(Array("some file".utf8))) + ".png"
        for room in ["main", "other"] as [Text] {
            let key = log.space.room(room).formerFiles
            try put(key, name, packed([name, "9", "{}"]), server)
            try server.ask("SADD", log.space.formerFileRooms, room)
        }
        try put(log.space.room("main").formerFiles, "damaged.png", Array("x".utf8), server)
        try put(log.space.filePieces + name, "0", Array("some file".utf8), server)
        try server.ask("HSET", log.space.files, name, "2 4096")
        try server.ask("HSET", log.space.files, "damaged.png", "1 5000")
        try server.ask("HSET", log.space.clock, "fileBytes", "9096", "files", "3")
        return ("file/" + name, ["main/file/\(name)=9 {}", "other/file/\(name)=9 {}"])
    }

    /// Turns a log into a log of version 2 with files.
    private func write(second server: RedisServer, _ log: RedisLog) throws -> Set<Text> {
        try log.put("keepDays", "3")
        try log.put("suspension", "x", of: "other")
        let words = try writeFiles(former: server, log).words
        try server.ask("HSET", log.space.clock, "version", "2")
        return words.union(["main/keepDays=3", "other/suspension=x"])
    }

    @Test("A log of version 2 is brought up to version 3 with all its files")
    func filesMigrated() throws {
        let server = try RedisServer()
        let first = try RedisLog(server.address)
        let words = try write(second: server, first)
        try first.close()
        #expect(throws: JournalError.self) { try RedisHistory(server.address).settings() }
        let log = try RedisLog(server.address, server: "newer")
        #expect(try server.ask("HGET", log.space.clock, "version").number == 3)
        #expect(try log.settingWords() == words)
        let state = try log.settings()
        #expect(state.version == 3 && state.damagedFiles == ["damaged.png of room main"])
        #expect(state.settings.compactMap { StoredFile($0) }.allSatisfy { $0.byteCount == 9 })
        for key in [log.space.formerFileRooms, log.space.room("main").formerFiles] {
            #expect(try server.ask("EXISTS", key).number == 0)
        }
        // The file goes with its last room, and the damaged one with its only room.
        let file = try #require(state.settings.compactMap { StoredFile($0) }.first)
        try log.read(name: file.name, byteCount: 9) { _ in }
        _ = try log.append([.erase(room: "main", ticket: 1)])
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 4096)
        let note = AuditNote(room: "other", wallMicroseconds: 1, details: "{}")
        #expect(try log.drop(name: file.name, from: "other", basis: 4, noting: note) == 5)
        #expect(try server.ask("EXISTS", log.space.filePieces + file.name).number == 0)
        #expect(try server.ask("HGET", log.space.clock, "fileBytes").number == 0)
        try log.close()
        // A restart finds the log in its new form.
        #expect(try RedisLog(server.address).settingWords() == ["other/suspension=x"])
    }

    @Test(
        "A log of an older version stays as it is while an older server uses it", arguments: [1, 2])
    func olderServer(version: Int64) throws {
        let server = try RedisServer()
        let older = try RedisLog(server.address, server: "older")
        try older.check()
        if version == 1 {
            try write(former: server, older.space)
            _ = try writeFiles(former: server, older)
        } else {
            _ = try write(second: server, older)
        }
        let before = try server.ask("HGETALL", older.space.settings).list?.count
        #expect(throws: JournalError.self) { try RedisLog(server.address, server: "newer") }
        #expect(try server.ask("HGET", older.space.clock, "version").number == version)
        #expect(try server.ask("SCARD", older.space.formerFileRooms).number == 2)
        #expect(try server.ask("HLEN", older.space.formerKeys[0]).number == (version == 1 ? 3 : 0))
        #expect(try server.ask("HGETALL", older.space.settings).list?.count == before)
        try older.close()
        let newer = try RedisLog(server.address, server: "newer")
        #expect(try newer.settings().settings.count == (version == 1 ? 6 : 4))
    }
}
