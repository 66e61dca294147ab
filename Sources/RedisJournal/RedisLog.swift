import Foundation
public import Journal
import Stage
import Synchronization
public import Texts
import Timeline

/// A log in Redis, which many servers may share: it decides there, in scripts, in which order events come,
/// at which times, and which are repeats.
///
/// Its description is the address, without the password.
public final class RedisLog: ImportLog, CustomStringConvertible {
    public let clock: LogClock
    /// The name of the server that it is opened for; empty: none, which is not counted as there.
    public let server: Text
    /// By which rules that server makes frames of events: its version.
    private let rules: Text
    let space: KeySpace
    /// What is written, and what is read beside that.
    let writing: Link
    let reading: Link
    /// Files come and go by ways of their own, that no event waits behind them.
    let filing: Link
    let fetching: Link
    let runs = Runs()
    public let settingsChannel = SettingsChannel()
    private let pulse: Pulse
    private let rewriting: Rewriting
    /// Rooms that are known to be there.
    private let known = Mutex(Set<Text>())

    public var description: String { writing.address.description }

    /// Goes on with the log at an address, or begins one. `server` is a name that no other server has: if none
    /// was there before, rooms' times have stood still until now. What is written counts once so many
    /// `replicas` of Redis have it.
    ///
    /// Throws `refused` if Redis can't be reached, may lose what it was given, or has a log of another
    /// version.
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
            // Who writes is told why that can't be done.
            _ = try? writing.tick()
            writing.checkSettings()
            rewriting.goOn()
        }
        try writing.connect()
        pulse.start()
    }

    /// A log that is only read; Redis is asked when something is wanted of it.
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

    /// Throws if nothing can be written by now, or what was written may be gone with Redis.
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
        // Somebody else has erased a room that was known to be there: all is said again.
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

    /// Throws if anything was refused: as `lost`, if something else was written.
    private func check(_ replies: [Reply]) throws(JournalError) {
        let faults = replies.compactMap(\.fault)
        guard let fault = faults.first else { return }
        if faults.count < replies.count {
            throw .lost(host: description, reason: Refusal.words(for: fault))
        }
        if fault.begins(with: "BOUNDS ") {
            let room = Text(decoding: fault.utf8.dropFirst("BOUNDS ".utf8.count))
            throw .storage(
                code: 0, message: "room \(room): an event's place or time is out of bounds")
        }
        throw .refused(host: description, reason: Refusal.words(for: fault))
    }

    /// So many rooms are remembered.
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

    /// Nil if none is written yet.
    func outcome(_ reply: Reply) -> Text? { reply.text.flatMap { $0.isEmpty ? nil : $0 } }

    func altered(_ subject: String) -> JournalError {
        .altered(host: description, reason: "\(subject): its checksum does not agree")
    }

    /// Writes all that `body` hands over in one transaction, which is kept in memory until then.
    public func atOnce(_ body: (_ write: ([Record]) throws -> Void) throws -> Void) throws {
        var records: [Record] = []
        try body { records += $0 }
        let calls = try Batch(records, keys: space, server: server, known: []).calls
        // Within a transaction it would come too late to tell Redis a script.
        let replies = try writing.call(
            Script.all.map(\.loading) + [Words("MULTI")] + calls.map(\.words) + [Words("EXEC")])
        guard let done = replies.last?.list else {
            let fault = replies.compactMap(\.fault).first ?? "it did not answer"
            throw JournalError.refused(host: description, reason: Refusal.words(for: fault))
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
    /// Whether a room has to be told how it begins.
    fileprivate var asksForBirth: Bool { fault?.begins(with: "NOBIRTH") ?? false }
}
