import Foundation
import Journal
import Testing
import Texts

@testable import RedisJournal

@Suite("The way to Redis")
struct LinkTests {
    @Test(
        "What is written while another run of Redis shows up may be gone with the one that took it")
    func overtaken() throws {
        let server = try RedisServer()
        let runs = Runs()
        let link = Link(
            server.address, keys: KeySpace(prefix: "ovation"), clock: LogClock(at: 0), runs: runs,
            durability: .asRedisIsSet)
        // The answer comes once another connection has met another run.
        let address = server.address
        let other = Thread {
            let end = Date.now + 30
            while isIdle(address), Date.now < end {}
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
        // It is written to whom it reaches now.
        #expect(try link.write([Words("LPUSH", "list", "element")])[0].number == 1)
    }

    @Test("A connection that was made to an older run than the newest known is not used")
    func older() throws {
        let runs = Runs()
        try runs.note("one", knowing: 0)
        try runs.note("one", knowing: 0)
        #expect(runs.count == 1)
        // Both were made when only the first was known, and the second was noted before the first's.
        try runs.note("two", knowing: 1)
        #expect(throws: Lost.self) { try runs.note("one", knowing: 1) }
        #expect(runs.isNewest("two") && runs.count == 2)
        // Who connects from then on meets what is there now.
        try runs.note("one", knowing: 2)
        #expect(runs.isNewest("one"))
    }
}

/// Whether nobody waits for an answer.
private func isIdle(_ address: RedisAddress) -> Bool {
    let facts = try? ask(address, "INFO", "clients").text
    return facts?.contains(ignoringCase: "blocked_clients:1") != true
}

private func ask(_ address: RedisAddress, _ words: Text...) throws -> Reply {
    try Connection.open(address.place).exchange([Words(words)])[0]
}
