import Foundation
public import Journal
import Stage
import Synchronization
public import Texts
import Timeline

/// The event log in Redis, which many servers may share. Scripts in Redis decide the order and the times of events, and
/// recognize repeats.
///
/// The description is the address without the password. It has many functions because events, settings and the audit
/// share one connection.
public final class RedisLog: ImportLog, CustomStringConvertible {
    public let clock: LogClock
    /// The name of the server that uses the log; empty for programs that do not count as running servers.
    public let server: Text
    /// The server's version, which stands for its rules of turning events into states.
    private let rules: Text
    let space: KeySpace
    /// The connections for writing and for reading events.
    let writing: Link
    let reading: Link
    /// The connections for writing and for reading files. Events do not wait behind files.
    let filing: Link
    let fetching: Link
    let runs = Runs()
    public let settingsChannel = SettingsChannel()
    private let pulse: Pulse
    private let rewriting: Rewriting
    /// Rooms that are known to exist.
    private let known = Mutex(Set<Text>())

    public var description: String { writing.address.description }

    /// Opens the log at an address, or creates one. No other server has the name `server`. If no server was running
    /// before, the rooms' clocks have stood still until now. A write counts once `replicas` replicas of Redis have it.
    ///
    /// Throws `refused` if Redis can't be reached, may lose data, or has a log of another version.
    public init(
        _ address: RedisAddress, durability: Durability = .everyEvent, replicas: Int = 0,
        server: Text = "", rules: Text = ""
    ) throws(JournalError) {
        space = KeySpace(prefix: address.prefix)
        self.server = server
        self.rules = rules
        clock = LogClock(at: 0)
        writing = Link(
            address, keys: space, clock: clock, runs: runs, durability: durability, server: server,
            replicas: replicas)
        reading = Link(address, keys: space, clock: clock, runs: runs, durability: durability)
        filing = Link(
            address, keys: space, clock: clock, runs: runs, durability: durability,
            replicas: replicas)
        fetching = Link(address, keys: space, clock: clock, runs: runs, durability: durability)
        rewriting = Rewriting(writing)
        pulse = Pulse { [writing, rewriting] in
            // The next write reports the error.
            _ = try? writing.tick()
            writing.checkSettings()
            rewriting.goOn()
        }
        try writing.connect()
        pulse.start()
    }

    /// Opens a log for reading only. It connects when a caller needs data.
    init(reading address: RedisAddress) {
        space = KeySpace(prefix: address.prefix)
        (server, rules) = ("", "")
        clock = LogClock(at: 0)
        reading = Link(
            address, keys: space, clock: clock, runs: runs, durability: .asRedisIsSet,
            isReadOnly: true)
        (writing, filing, fetching) = (reading, reading, reading)
        rewriting = Rewriting(writing)
        pulse = Pulse {}
    }

    deinit { pulse.stop() }

    /// Throws if the log can't be written, or if Redis may have lost earlier writes.
    public func check() throws(JournalError) {
        try writing.tick()
        try check(writing.write([Batch.nothing(space)]))
    }

    public func close() throws(JournalError) {
        pulse.stop()
        defer {
            for link in [writing, reading, filing, fetching] { link.close() }
        }
        try writing.tick()
        guard !server.isEmpty else { return }
        _ = try writing.call([
            Words("HDEL", space.servers, server),
            Words("SPUBLISH", space.channel, "gone \(server)"),
        ])
    }

    // MARK: Writing

    public func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        let batch = try Batch(
            records, keys: space, server: server, rules: rules, known: known.withLock { $0 })
        if batch.calls.isEmpty {
            try check()
            return []
        }
        var calls = batch.calls
        var replies = try writing.write(calls.map(\.words))
        // Another server has erased a room that was known to exist: the calls are repeated with the start of every
        // room.
        if replies.allSatisfy(\.asksForBirth) {
            known.withLock { $0 = [] }
            calls = try Batch(records, keys: space, server: server, rules: rules, known: []).calls
            replies = try writing.write(calls.map(\.words))
        }
        try check(replies)
        note(records)
        if records.contains(where: \.isErasure) { rewriting.begin() }
        return zip(calls, replies).flatMap { call, reply in verdicts(of: call, reply) }
    }

    /// Throws if Redis refused a call: `lost` if another call was executed.
    private func check(_ replies: [Reply]) throws(JournalError) {
        let faults = replies.compactMap(\.fault)
        guard let fault = faults.first else { return }
        if faults.count < replies.count {
            throw .lost(host: description, reason: RedisErrorAdvice.words(for: fault))
        }
        if fault.begins(with: "BOUNDS ") {
            let room = Text(decoding: fault.utf8.dropFirst("BOUNDS ".utf8.count))
            throw .storage(
                code: 0, message: "room \(room): an event's place or time is out of bounds")
        }
        throw .refused(host: description, reason: RedisErrorAdvice.words(for: fault))
    }

    /// The number of rooms to remember.
    private static let mostKnown = 10_000

    private func note(_ records: [Record]) {
        known.withLock { known in
            known.formUnion(Batch.rooms(records))
            for record in records {
                switch record {
                case .erase(let room, _), .eraseSpent(let room, _): known.remove(room)
                default: break
                }
            }
            if known.count > Self.mostKnown { known = [] }
        }
    }

    private func verdicts(of call: Batch.Call, _ reply: Reply) -> [Verdict] {
        call.asked.enumerated().map { index, asked in
            guard asked.isErasure else {
                let result = result(of: reply[index], in: asked.room)
                return Verdict(ticket: asked.ticket, result: result)
            }
            let isDone = reply.number == 1
            return Verdict(
                ticket: asked.ticket,
                result: isDone
                    ? .erased(rest: nil, copies: []) : .failed(.outdated(room: asked.room)))
        }
    }

    private func result(of answer: Reply, in room: Text) -> Verdict.Result {
        switch answer[0].number {
        case 1:
            guard let seq = answer[1].number, let time = answer[2].number else { break }
            return .recorded(seq: seq, time: Instant(microseconds: time))
        case 2: return .unknown
        case 3: return .overtaken(basis: answer[1].number ?? 0)
        default:
            guard let seq = answer[1].number else { break }
            guard
                let event = EventEntry.read(
                    answer[2], seq: seq, room: room, outcome: outcome(answer[3]))
            else { return .failed(altered("event \(seq) of room \(room)")) }
            return .known(event)
        }
        return .failed(altered("an answer about room \(room)"))
    }

    /// Reads the text of an outcome; nil if none is written yet.
    func outcome(_ reply: Reply) -> Text? { reply.text.flatMap { $0.isEmpty ? nil : $0 } }

    func altered(_ subject: String) -> JournalError {
        .altered(host: description, reason: "\(subject): its checksum does not agree")
    }

    /// Writes all records that `body` hands over in one transaction. They are in memory until then.
    public func atOnce(_ body: (_ write: ([Record]) throws -> Void) throws -> Void) throws {
        var records: [Record] = []
        try body { records += $0 }
        let calls = try Batch(records, keys: space, server: server, known: []).calls
        // The scripts are loaded first: within a transaction, it is too late to load a missing script.
        let replies = try writing.call(
            LuaScript.all.map(\.loading) + [Words("MULTI")] + calls.map(\.words) + [Words("EXEC")])
        guard let done = replies.last?.list else {
            let fault = replies.compactMap(\.fault).first ?? "it did not answer"
            throw JournalError.refused(
                host: description, reason: RedisErrorAdvice.words(for: fault))
        }
        try check(done)
        note(records)
    }
}

extension Record {
    fileprivate var isErasure: Bool {
        switch self {
        case .erase, .eraseSpent: true
        default: false
        }
    }
}

extension Reply {
    /// True if Redis needs the start of a room that does not exist.
    fileprivate var asksForBirth: Bool { fault?.begins(with: "NOBIRTH") ?? false }
}
