import Foundation
import Journal
import TestSupport
import Testing
import Texts

@testable import RedisJournal

@Suite("Connections to Redis")
struct LinkTests {
    @Test(
        "A write is lost if another run of Redis appears before the answer")
    func overtaken() throws {
        let server = try RedisServer()
        let runs = Runs()
        let link = Link(
            server.address, keys: KeySpace(prefix: "ovation"), clock: LogClock(at: 0), runs: runs,
            durability: .asRedisIsSet)
        // Once the write waits for its answer, another connection reports a new run; then the
        // answer comes.
        let address = server.address
        let other = Thread {
            try? waitUntil("the write waits for its answer") { !isIdle(address) }
            try? runs.note("another", knowing: runs.count)
            _ = try? ask(address, "LPUSH", "list", "element")
        }
        other.start()
        do throws(JournalError) {
            _ = try link.write([Words("BLPOP", "list", "0")])
            Issue.record("it counted")
        } catch {
            guard error == .lost(host: "\(address)", reason: Lost.overtaken.reason) else {
                throw error
            }
        }
        // The next write reaches the current run.
        #expect(try link.write([Words("LPUSH", "list", "element")])[0].number == 1)
    }

    @Test("A connection to an older run of Redis is refused")
    func older() throws {
        let runs = Runs()
        try runs.note("one", knowing: 0)
        try runs.note("one", knowing: 0)
        #expect(runs.count == 1)
        // Both connections were made when only the first run was known, and the second run was
        // reported first.
        try runs.note("two", knowing: 1)
        #expect(throws: Lost.self) { try runs.note("one", knowing: 1) }
        #expect(runs.isNewest("two") && runs.count == 2)
        // A later connection reaches the current run.
        try runs.note("one", knowing: 2)
        #expect(runs.isNewest("one"))
    }
}

/// Whether no client is blocked.
private func isIdle(_ address: RedisAddress) -> Bool {
    let facts = try? ask(address, "INFO", "clients").text
    return facts?.contains(ignoringCase: "blocked_clients:1") != true
}

private func ask(_ address: RedisAddress, _ words: Text...) throws -> Reply {
    try Connection.open(address.place).exchange([Words(words)])[0]
}
