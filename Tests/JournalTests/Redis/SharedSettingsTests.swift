import Foundation
import Journal
import Synchronization
import TestSupport
import Testing
import Texts

@testable import RedisJournal

@Suite("Settings that servers share in Redis", .serialized)
struct SharedSettingsTests {
    /// The news of settings that a server received.
    private final class Told: Sendable {
        private let news = Mutex<[SettingsNews]>([])

        func follow(_ log: RedisLog) {
            log.settingsChannel.follow { piece in self.news.withLock { $0.append(piece) } }
        }

        var records: [SettingsRecord] {
            news.withLock { news in
                news.compactMap { if case .record(let record) = $0 { record } else { nil } }
            }
        }

        func has(_ piece: SettingsNews) -> Bool { news.withLock { $0.contains(piece) } }
    }

    @Test("Every server receives each change in order, and the number of the newest change")
    func told() throws {
        let server = try RedisServer()
        let one = try RedisLog(server.address, server: "one")
        let other = try RedisLog(server.address, server: "other")
        let told = Told()
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

    // MARK: Version 1

    /// Turns a log into a log of version 1 with a key, a source and a suspended room.
    private func write(former server: RedisServer, _ space: KeySpace) throws {
        func packed(_ values: [Text?]) -> [UInt8] {
            var packed = Packed()
            for value in values { packed.add(value) }
            return packed.bytes
        }
        func put(_ hash: Text, _ field: Text, _ value: [UInt8]) throws {
            var words = Words("HSET", hash, field)
            words.add(value)
            _ = try Connection.open(server.address.place).exchange([words])
        }
        let former = space.formerKeys
        try put(former[0], "k1", packed(["k1", "ab", "main", #"{"role":"owner"}"#]))
        try put(former[0], "k2", packed(["k2", "cd", nil, #"{"role":"admin"}"#]))
        try put(former[0], "s", packed(["s", "ef", "main", #"{"source":"kofi"}"#]))
        try put(former[1], "k1", Array("main".utf8))
        try put(former[2], "main", packed(["main", #"{"suspension":{"at":5},"keepDays":null}"#]))
        try server.ask("HSET", space.clock, "version", "1")
        try server.ask("HDEL", space.clock, "settings")
    }

    @Test("A log of version 1 is brought up to version 2")
    func migrated() throws {
        let server = try RedisServer()
        let first = try RedisLog(server.address)
        _ = try first.append([.event("a")])
        try first.close()
        try write(former: server, first.space)
        let log = try RedisLog(server.address)
        #expect(
            try log.settingWords() == [
                #"main/key/k1={"digest":"6162","role":"owner"}"#,
                #"/key/k2={"digest":"6364","role":"admin"}"#,
                #"main/source/kofi={"source":"kofi"}"#, #"main/suspension={"at":5}"#,
            ])
        #expect(try log.settings().version == 1)
        #expect(try log.put("suspension", basis: 0) == .conflict(name: "suspension"))
        #expect(try server.ask("EXISTS", log.space.formerKeys[0]).number == 0)
        #expect(try log.events(of: "main", after: 0, limit: 9, byteLimit: .max).count == 1)
        _ = try log.append([.erase(room: "main", ticket: 1)])
        #expect(try log.settingWords() == [#"/key/k2={"digest":"6364","role":"admin"}"#])
    }

    @Test("A log of version 1 stays as it is while an older server uses it")
    func olderServer() throws {
        let server = try RedisServer()
        let older = try RedisLog(server.address, server: "older")
        try older.check()
        try write(former: server, older.space)
        #expect(throws: JournalError.self) { try RedisLog(server.address, server: "newer") }
        #expect(try server.ask("HGET", older.space.clock, "version").number == 1)
        #expect(try server.ask("HLEN", older.space.formerKeys[0]).number == 3)
        #expect(try server.ask("EXISTS", older.space.settings).number == 0)
        try older.close()
        let newer = try RedisLog(server.address, server: "newer")
        #expect(try newer.settings().settings.count == 4)
    }
}
