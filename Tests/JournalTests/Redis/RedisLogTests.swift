import Foundation
import Journal
import Snapshots
import Stage
import TestSupport
import Testing
import Texts

@testable import RedisJournal

@Suite("Redis log", .serialized)
struct RedisLogTests {
    private func words(_ log: RedisLog, _ records: Record...) throws -> [String] {
        try log.append(records).map(\.word)
    }

    private func ids(_ log: RedisLog, of room: Text = "main") throws -> [Text] {
        try log.events(of: room, after: 0, limit: 1000).map(\.id)
    }

    /// The reason for which a log is refused.
    private func reason(_ body: () throws -> Void) -> String? {
        let error = #expect(throws: JournalError.self, performing: body)
        guard case .refused(_, let reason) = error else { return error.map { "\($0)" } }
        return reason
    }

    // MARK: Several servers on one log

    @Test("Servers on one log share sequence numbers, event IDs and times")
    func shared() throws {
        let server = try RedisServer()
        let logs = [try RedisLog(server.address), try RedisLog(server.address)]
        for number in 1...20 {
            #expect(try words(logs[number % 2], .event("e\(number)")) == ["\(number)"])
            #expect(try words(logs[(number + 1) % 2], .event("e\(number)")) == ["known \(number)"])
        }
        let events = try logs.map { try $0.events(of: "main", after: 0, limit: 99) }
        #expect(events[0] == events[1] && events[0].count == 20)
        let times = events[0].map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try logs[1].room("main")?.birthConfiguration == #"{"stage":{}}"#)
    }

    @Test("A write that too few replicas confirm is in doubt and is found later")
    func unconfirmed() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address, replicas: 2)
        #expect(throws: JournalError.unconfirmed(host: log.description, missing: 2)) {
            try log.append([.event("a")])
        }
        #expect(throws: JournalError.unconfirmed(host: log.description, missing: 2)) {
            try log.check()
        }
        #expect(try words(RedisLog(server.address), .event("a"), .event("b")) == ["known 1", "2"])
    }

    @Test("A room that another server erased starts over")
    func erasedElsewhere() throws {
        let server = try RedisServer()
        let (one, other) = (try RedisLog(server.address), try RedisLog(server.address))
        #expect(try words(one, .event("a"), .event("b")) == ["1", "2"])
        _ = try other.append([.erase(room: "main", ticket: 0)])
        #expect(try one.names(after: "", limit: 9) == [])
        #expect(try words(one, .event("c"), .event("a")) == ["1", "2"])
        #expect(try other.room("main")?.birthConfiguration == #"{"stage":{}}"#)
    }

    @Test("A room with events is not erased as spent")
    func spent() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let erasure = Record.eraseSpent(room: "main", ticket: 0)
        #expect(try words(log, .event("a")) == ["1"])
        #expect(try words(log, erasure) == ["failed"])
        #expect(try ids(log) == ["a"])
        // All events of the room are pruned.
        try server.ask("HSET", log.space.room("main").meta, "forgotten", "1")
        #expect(try words(log, erasure) == ["erased "])
        #expect(try log.place(of: "main") == nil && log.names(after: "", limit: 9) == [])
        #expect(try words(log, erasure) == ["erased "])
    }

    @Test("An erased room soon leaves the files of Redis")
    func erasedFiles() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for round in 1...3 {
            let body: Text = #"{"text":"hidden\#(round)"}"#
            _ = try words(log, .event(.sample("a", body: body), ticket: 0))
            #expect(try server.files().contains(ignoringCase: "hidden\(round)"))
            _ = try log.append([.erase(room: "main", ticket: 0)])
        }
        try waitUntil("Redis has rewritten its files") {
            try log.check()
            return try !server.files().contains(ignoringCase: "hidden")
        }
    }

    @Test("A whole history is written even if Redis has lost the scripts")
    func atOnce() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try server.ask("SCRIPT", "FLUSH")
        try log.atOnce { write in
            for number in 1...300 { try write([.event("e\(number)")]) }
        }
        #expect(try ids(log) == (1...300).map { "e\($0)" })
    }

    @Test("Logs with different prefixes are independent")
    func prefixes() throws {
        let server = try RedisServer()
        let other = try RedisLog(RedisAddress(place: server.address.place, prefix: "other"))
        let log = try RedisLog(server.address)
        #expect(try words(log, .event("a")) == ["1"])
        #expect(try words(other, .event("b")) == ["1"])
        #expect(try ids(log) == ["a"])
    }

    @Test("More events than fit into one script call keep their order")
    func many() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let verdicts = try log.append((1...1000).map { .event("e\($0)") })
        #expect(verdicts.map(\.word) == (1...1000).map { "\($0)" })
        #expect(try ids(log) == (1...1000).map { "e\($0)" })
    }

    // MARK: Failures of Redis

    @Test("Acknowledged events survive a crash of Redis, and writes fail meanwhile")
    func crash() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for round in 1...3 {
            #expect(try words(log, .event("e\(round)")) == ["\(round)"])
            let shown = log.clock.now
            server.kill()
            #expect(throws: JournalError.self) { try words(log, .event("never")) }
            let refusal = reason { _ = try words(log, .event("never")) }
            #expect(refusal == "No such file or directory" || refusal == "Connection refused")
            try server.start()
            #expect(try ids(log) == (1...round).map { "e\($0)" })
            #expect(log.clock.now >= shown)
        }
        #expect(try words(log, .event("e3"), .event("e4")) == ["known 3", "4"])
    }

    @Test("After a cut connection a question tells whether the event was written")
    func cuts() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for number in 1...40 {
            try server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            do {
                _ = try words(log, .event("e\(number)"))
            } catch JournalError.lost {
                let question = Record.question(.sample("e\(number)"), ticket: 0)
                let answer = try words(log, question)
                if answer == ["unknown"] { #expect(try words(log, .event("e\(number)")) != []) }
            }
        }
        #expect(try ids(log) == (1...40).map { "e\($0)" })
    }

    @Test("Lost scripts are loaded again")
    func forgottenScripts() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try server.ask("SCRIPT", "FLUSH")
        #expect(try words(log, .event("a")) == ["1"])
        try server.ask("SCRIPT", "FLUSH")
        #expect(try words(log, .event("a"), .event("b"), .snapshot(upTo: 2)) == ["known 1", "2"])
        #expect(try log.room("main")?.snapshot?.seq == 2)
    }

    @Test("A log that is gone is not created again by a running server")
    func gone() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try words(log, .event("a"))
        try server.ask("FLUSHALL")
        let words = "the log that was there is gone: put its files back, and start again"
        #expect(reason { _ = try self.words(log, .event("b")) } == words)
        try server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        _ = try? log.check()
        #expect(reason { _ = try self.words(log, .event("b")) } == words)
        // A different log took its place.
        _ = try RedisLog(server.address)
        #expect(reason { _ = try self.words(log, .event("b")) }?.contains("another log") == true)
    }

    // MARK: Refusals at the start

    @Test(
        "A Redis that may lose acknowledged events is refused with the setting to change",
        arguments: [
            (["--appendonly", "yes", "--appendfsync", "always"], nil),
            (
                [
                    "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy",
                    "allkeys-lru",
                ],
                "it throws away what it likes when its memory is full: set maxmemory-policy to noeviction"
            ),
            (
                ["--appendonly", "yes", "--appendfsync", "everysec"],
                "a power cut would cost it what was answered: set appendonly to yes and appendfsync to "
                    + "always"
            ),
            (
                ["--appendonly", "no"],
                "a power cut would cost it what was answered: set appendonly to yes and appendfsync to "
                    + "always"
            ),
        ])
    func settings(settings: [String], refusal: String?) throws {
        let server = try RedisServer(settings)
        if let refusal {
            #expect(reason { _ = try RedisLog(server.address) } == refusal)
        } else {
            _ = try RedisLog(server.address)
        }
    }

    @Test("A Redis that flushes every second is accepted on request")
    func asSet() throws {
        let server = try RedisServer(["--appendonly", "yes", "--appendfsync", "everysec"])
        let log = try RedisLog(server.address, durability: .asRedisIsSet)
        #expect(try words(log, .event("a")) == ["1"])
    }

    @Test("A log of another version is refused")
    func version() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try log.close()
        try server.ask("HSET", log.space.clock, "version", "4")
        #expect(
            reason { _ = try RedisLog(server.address) }
                == "the log there is of version 4, and this server's of 3: run the server that wrote it, "
                + "or name another prefix")
    }

    @Test("A password is required, accepted and never printed")
    func password() throws {
        let server = try RedisServer(RedisServer.asNeeded + ["--requirepass", "p@ss word"])
        #expect(
            reason { _ = try RedisLog(server.address) }
                == "it asks for a password: redis://:password@…")
        let wrong = RedisAddress(place: server.address.place, password: "secret")
        #expect(reason { _ = try RedisLog(wrong) } == "it has another password")
        let address = RedisAddress(place: server.address.place, password: "p@ss word")
        let log = try RedisLog(address)
        #expect(try words(log, .event("a")) == ["1"])
        #expect(!"\(log)".contains("p@ss"))
    }

    @Test("A replica is refused")
    func replica() throws {
        let server = try RedisServer(RedisServer.asNeeded + ["--replicaof", "127.0.0.1", "1"])
        #expect(
            reason { _ = try RedisLog(server.address) }
                == "it is a replica: name the master's address")
    }

    // MARK: Damage

    @Test("An altered event, snapshot or key is detected")
    func altered() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try words(log, .event("a"), .snapshot(upTo: 1))
        try log.put("key/k", of: nil)
        let own = log.space.room("main")
        let entry = try server.ask("XRANGE", own.events, "-", "+")[0]
        let fields = (entry[1].list ?? []).compactMap(\.bytes)
        try server.ask("HSET", own.snapshot, "state", "{}")
        try server.ask("HSET", log.space.settings, "/key/k", "1 01234567")
        try server.ask("DEL", own.events)
        var changed = Words("XADD", own.events, "1-0")
        for field in fields { changed.add(field == Array("{}".utf8) ? Array("{}x".utf8) : field) }
        _ = try Connection.open(server.address.place).exchange([changed])
        #expect(throws: JournalError.self) { try ids(log) }
        #expect(throws: JournalError.self) { try log.settings() }
        // Other events are still written.
        #expect(try words(log, .event("a"), .event("b")) == ["failed", "2"])
        // The damaged snapshot is ignored unless older events are pruned.
        #expect(try log.room("main")?.snapshot == nil)
        try server.ask("HSET", own.meta, "forgotten", "1")
        #expect(throws: JournalError.self) { try log.room("main") }
    }

    // The checksum is valid: a faulty version wrote the snapshot.
    @Test(
        "Events that only an unreadable or altered snapshot covers are not pruned",
        arguments: ["{}", "[", "altered"])
    func unreadableSnapshot(state: String) throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try words(log, .event("a"), .event("b"), .snapshot(upTo: 2))
        let own = log.space.room("main")
        var packed = ChecksummedTuple()
        packed.add("main" as Text)
        packed.add(2 as Int64)
        packed.add(Snapshot.form)
        packed.add(Array(state.utf8))
        var change = Words("HSET", own.snapshot, "state", Text(state))
        if state != "altered" {
            change.add("sum")
            change.add(packed.sum)
        }
        _ = try Connection.open(server.address.place).exchange([change])
        try server.ask("HINCRBY", log.space.clock, "l", "\(50 * 3_600_000_000 as Int64)")
        func forget() throws -> PruningResult {
            try log.prune(of: nil, olderThan: 48 * 3_600_000_000, limit: 100)
        }
        let forgotten = try forget()
        #expect(forgotten.count == 0 && forgotten.uncovered == ["main"])
        #expect(try ids(log) == ["a", "b"])
        _ = try words(log, .snapshot(upTo: 2))
        #expect(try forget().count == 2)
    }

    // MARK: Time

    @Test("A pause in which no server asked counts as one second of log time")
    func pauses() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        func logTime() throws -> Int64 {
            try log.check()
            let stored = try server.ask("HGET", log.space.clock, "l")
            return try #require(stored.number)
        }
        let before = try logTime()
        let began = LogClock.monotonic()
        try server.ask("HINCRBY", log.space.clock, "w", "\(-100_000_000)")
        let after = try logTime()
        let passed = Int64((LogClock.monotonic() - began) / 1000)
        // The time that really passed may be counted before, between or not at all.
        #expect(after - before >= 1_000_000 && after - before <= 1_000_000 + passed)
        // This server's clock has shown five seconds more.
        let now = LogClock.monotonic()
        log.clock.follow(log.clock.now + 5_000_000, asked: now, answered: now)
        let shown = log.clock.now
        #expect(try logTime() >= shown)
        // A server clock that is set back makes log time stand still.
        try server.ask("HINCRBY", log.space.clock, "w", "3600000000")
        let last = try logTime()
        #expect(try logTime() >= last && last >= shown)
    }
}
