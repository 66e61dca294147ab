import Foundation
import Journal
import Snapshots
import Stage
import Testing
import Texts

@testable import RedisJournal

@Suite("The log in Redis", .serialized)
struct RedisLogTests {
    private func words(_ log: RedisLog, _ records: Record...) throws -> [String] {
        try log.append(records).map(\.word)
    }

    private func ids(_ log: RedisLog, of room: Text = "main") throws -> [Text] {
        try log.events(of: room, after: 0, limit: 1000).map(\.id)
    }

    /// Why a log is refused.
    private func reason(_ body: () throws -> Void) -> String? {
        let error = #expect(throws: JournalError.self, performing: body)
        guard case .refused(_, let reason) = error else { return error.map { "\($0)" } }
        return reason
    }

    // MARK: Several servers on one log

    @Test("Servers share order, repeats and times, whichever is asked")
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

    @Test("What no replica has is in doubt, and once they are not asked for it is known")
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

    @Test("A room that another server has erased begins anew")
    func erasedElsewhere() throws {
        let server = try RedisServer()
        let (one, other) = (try RedisLog(server.address), try RedisLog(server.address))
        #expect(try words(one, .event("a"), .event("b")) == ["1", "2"])
        _ = try other.append([.erase(room: "main", ticket: 0)])
        #expect(try one.names(after: "", limit: 9) == [])
        #expect(try words(one, .event("c"), .event("a")) == ["1", "2"])
        #expect(try other.room("main")?.birthConfiguration == #"{"stage":{}}"#)
    }

    @Test("A room that seems spent is not erased if another server has recorded something there")
    func spent() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let erasure = Record.eraseSpent(room: "main", ticket: 0)
        #expect(try words(log, .event("a")) == ["1"])
        #expect(try words(log, erasure) == ["failed"])
        #expect(try ids(log) == ["a"])
        // All its events are forgotten.
        try server.ask("HSET", log.space.room("main").meta, "forgotten", "1")
        #expect(try words(log, erasure) == ["erased "])
        #expect(try log.place(of: "main") == nil && log.names(after: "", limit: 9) == [])
        #expect(try words(log, erasure) == ["erased "])
    }

    @Test("Of an erased room nothing stands in the files of Redis either, soon after")
    func erasedFiles() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for round in 1...3 {
            let body: Text = #"{"text":"hidden\#(round)"}"#
            _ = try words(log, .event(.sample("a", body: body), ticket: 0))
            #expect(try server.files().contains(ignoringCase: "hidden\(round)"))
            _ = try log.append([.erase(room: "main", ticket: 0)])
        }
        while try server.files().contains(ignoringCase: "hidden") { try log.check() }
    }

    @Test("A whole history is written at once by scripts that Redis has forgotten, too")
    func atOnce() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try server.ask("SCRIPT", "FLUSH")
        try log.atOnce { write in
            for number in 1...300 { try write([.event("e\(number)")]) }
        }
        #expect(try ids(log) == (1...300).map { "e\($0)" })
    }

    @Test("Logs of different prefixes know nothing of each other")
    func prefixes() throws {
        let server = try RedisServer()
        let other = try RedisLog(RedisAddress(place: server.address.place, prefix: "other"))
        let log = try RedisLog(server.address)
        #expect(try words(log, .event("a")) == ["1"])
        #expect(try words(other, .event("b")) == ["1"])
        #expect(try ids(log) == ["a"])
    }

    @Test("More events than fit into one step of Redis keep their order")
    func many() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        let verdicts = try log.append((1...1000).map { .event("e\($0)") })
        #expect(verdicts.map(\.word) == (1...1000).map { "\($0)" })
        #expect(try ids(log) == (1...1000).map { "e\($0)" })
    }

    // MARK: When Redis is lost

    @Test("What was answered outlives a crash of Redis; meanwhile nothing is taken")
    func crash() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for round in 1...3 {
            #expect(try words(log, .event("e\(round)")) == ["\(round)"])
            let shown = log.clock.now
            server.kill()
            #expect(throws: JournalError.self) { try words(log, .event("never")) }
            let told = reason { _ = try words(log, .event("never")) }
            #expect(told == "No such file or directory" || told == "Connection refused")
            try server.start()
            #expect(try ids(log) == (1...round).map { "e\($0)" })
            #expect(log.clock.now >= shown)
        }
        #expect(try words(log, .event("e3"), .event("e4")) == ["known 3", "4"])
    }

    @Test("Of an event whose connection was cut it is told afterwards whether it was written")
    func cuts() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        for number in 1...40 {
            try server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            do {
                _ = try words(log, .event("e\(number)"))
            } catch JournalError.lost {
                let question = Record.question(.sample("e\(number)"), ticket: 0)
                let told = try words(log, question)
                if told == ["unknown"] { #expect(try words(log, .event("e\(number)")) != []) }
            }
        }
        #expect(try ids(log) == (1...40).map { "e\($0)" })
    }

    @Test("Scripts that Redis has forgotten are told to it again")
    func forgottenScripts() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try server.ask("SCRIPT", "FLUSH")
        #expect(try words(log, .event("a")) == ["1"])
        try server.ask("SCRIPT", "FLUSH")
        #expect(try words(log, .event("a"), .event("b"), .snapshot(upTo: 2)) == ["known 1", "2"])
        #expect(try log.room("main")?.snapshot?.seq == 2)
    }

    @Test("A log that is gone is not begun anew under a server's feet")
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
        // Another log in its place is none of this server's.
        _ = try RedisLog(server.address)
        #expect(reason { _ = try self.words(log, .event("b")) }?.contains("another log") == true)
    }

    // MARK: What is refused at the start

    @Test(
        "A Redis that may lose what it was given is refused, with what to set",
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

    @Test("Whoever says so may have a Redis that loses a second")
    func asSet() throws {
        let server = try RedisServer(["--appendonly", "yes", "--appendfsync", "everysec"])
        let log = try RedisLog(server.address, durability: .asRedisIsSet)
        #expect(try words(log, .event("a")) == ["1"])
    }

    @Test("A log of another version is left alone")
    func version() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        try log.close()
        try server.ask("HSET", log.space.clock, "version", "2")
        #expect(
            reason { _ = try RedisLog(server.address) }
                == "the log there is of version 2, and this server's of 1: run the server that wrote it, "
                + "or name another prefix")
    }

    @Test("A password is asked for and given, and told to nobody")
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

    // MARK: What is not as it was written

    @Test("An event, a snapshot or a key that was altered is found")
    func altered() throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try words(log, .event("a"), .snapshot(upTo: 1))
        try log.put(StoredKey(id: "k", digest: Data([1]), room: nil, details: "{}"))
        let own = log.space.room("main")
        let entry = try server.ask("XRANGE", own.events, "-", "+")[0]
        let fields = (entry[1].list ?? []).compactMap(\.bytes)
        try server.ask("HSET", own.snapshot, "state", "{}")
        try server.ask("HSET", log.space.access, "k", "01234567")
        try server.ask("DEL", own.events)
        var changed = Words("XADD", own.events, "1-0")
        for field in fields { changed.add(field == Array("{}".utf8) ? Array("{}x".utf8) : field) }
        _ = try Connection.open(server.address.place).exchange([changed])
        #expect(throws: JournalError.self) { try ids(log) }
        #expect(throws: JournalError.self) { try log.keys() }
        // The others are written all the same.
        #expect(try words(log, .event("a"), .event("b")) == ["failed", "2"])
        // A snapshot is passed over, unless older events are forgotten.
        #expect(try log.room("main")?.snapshot == nil)
        try server.ask("HSET", own.meta, "forgotten", "1")
        #expect(throws: JournalError.self) { try log.room("main") }
    }

    // Its checksum is right: whoever wrote it was wrong.
    @Test(
        "Nothing is forgotten that only a snapshot has which can't be read, or was altered",
        arguments: ["{}", "[", "altered"])
    func unreadableSnapshot(state: String) throws {
        let server = try RedisServer()
        let log = try RedisLog(server.address)
        _ = try words(log, .event("a"), .event("b"), .snapshot(upTo: 2))
        let own = log.space.room("main")
        var packed = Packed()
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

    @Test("Of a pause in which nobody asked a second counts, unless it was shown")
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
        // What really passed meanwhile may have been counted before, in between or not at all.
        #expect(after - before >= 1_000_000 && after - before <= 1_000_000 + passed)
        // This server has shown five seconds more.
        let now = LogClock.monotonic()
        log.clock.follow(log.clock.now + 5_000_000, asked: now, answered: now)
        let shown = log.clock.now
        #expect(try logTime() >= shown)
        // A clock that is set back lets log time stand, and no more.
        try server.ask("HINCRBY", log.space.clock, "w", "3600000000")
        let last = try logTime()
        #expect(try logTime() >= last && last >= shown)
    }
}
