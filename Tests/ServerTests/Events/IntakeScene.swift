import Dispatch
import Foundation
import Logging
import Stage
import Testing
import Texts
import Timeline
import Transport
import Wire

@testable import Journal
@testable import SQLiteJournal
@testable import Server

/// A log whose first writing waits for a gate.
final class GatedLog: EventLog {
    let log: SQLiteLog
    let gate = DispatchSemaphore(value: 0)

    init(_ log: SQLiteLog) {
        self.log = log
    }

    func append(_ records: [Record]) throws(JournalError) -> [Verdict] {
        gate.wait()
        gate.signal()
        return try log.append(records)
    }

    func room(_ name: Text) throws(JournalError) -> StoredRoom? { try log.room(name) }
    func names(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try log.names(after: name, limit: limit)
    }
    func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try log.emptied(after: name, limit: limit)
    }
    var clock: LogClock { log.clock }
    func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try log.events(of: room, after: seq, limit: limit, byteLimit: byteLimit)
    }
    func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        try log.event(of: room, id: id)
    }
    func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try log.life(of: room, id: id)
    }
    func prune(
        of room: Text?, olderThan: Int64, limit: Int
    ) throws(JournalError) -> PruningResult { .init() }
    func check() throws(JournalError) {}
    func close() throws(JournalError) { try log.close() }
}

private final class Deaf: Handler {
    func respond(to request: Request, exchange: Exchange) {}
    func refusal(status: Int, detail: String) -> Response { Response(status: status) }
    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision {
        .refuse(Response(status: 404))
    }
    func opened(_ stream: Transport.Stream) {}
    func received(_ stream: Transport.Stream, text: [UInt8]) {}
    func received(_ stream: Transport.Stream, binary: [UInt8]) {}
    func writable(_ stream: Transport.Stream) {}
    func closed(_ stream: Transport.Stream, code: UInt16?) {}
    func woken() {}
}

/// An intake on a loop that does not run: the test does what the loop would.
final class IntakeScene {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-intake-\(UUID().uuidString)").path
    let log: GatedLog
    let journal: Journal
    let director: Director
    private(set) var intake: Intake!
    let room: LiveRoom
    /// A room that waits for nobody.
    let other: LiveRoom
    private(set) var unsettled: Unsettled!
    /// What `unsettled` takes for the time: it passes as it is asked for.
    private var nanoseconds: UInt64 = 0
    private let handler = Deaf()
    private let loop: EventLoop
    private(set) var answers: [Text: Text] = [:]
    /// Those whose answer says that the event was recorded before.
    private(set) var repeats: Set<Text> = []

    init(_ change: (inout Configuration) -> Void) throws {
        log = GatedLog(try SQLiteLog(directory: directory))
        journal = Journal(log: log, wake: {})
        loop = try EventLoop(
            configuration: ListenConfiguration(host: "127.0.0.1", port: 0, subprotocols: []),
            handler: handler, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let metrics = Metrics()
        director = try Director(
            loop: loop, ticksPerSecond: 60, metrics: metrics, clockChanged: { _ in })
        var configuration = Configuration()
        change(&configuration)
        let makeRoom = { [configuration, clock = log.clock] (name: Text) in
            LiveRoom(
                name: name, birthConfiguration: "{}",
                room: Room(configuration: configuration), seq: 0, snapshotSeq: 0,
                clock: RoomClock(standingAt: .zero, log: clock.now), logClock: clock)
        }
        room = makeRoom("main")
        other = makeRoom("other")
        intake = Intake(journal: journal, director: director, metrics: metrics) {
            [unowned self] in _ = intake.abandon($0)
        }
        unsettled = try Unsettled(
            loop: loop,
            now: { [unowned self] in
                nanoseconds += 100_000
                return nanoseconds
            },
            resume: { [unowned self] in intake.resume($0) })
        room.unsettled = unsettled
    }

    /// Submits an event; its answer is kept under `name`.
    func submit(
        _ name: Text, _ kind: Event.Kind, id: Text? = nil, in room: LiveRoom? = nil
    ) {
        intake.accept(
            Submission(room: room ?? self.room, id: id, kind: kind) { [unowned self] result in
                switch result {
                case .success(let acceptance):
                    answers[name] = acceptance.receipt.outcome?.word ?? "unknown"
                    if acceptance.isRepeat { repeats.insert(name) }
                case .failure(let problem): answers[name] = "\(problem.status)"
                }
            })
    }

    func gift(_ name: Text, from sender: Text, id: Text? = nil) {
        let gift = Gift(
            sender: Person(name: sender), present: Present(name: "Rose"), count: 1)
        submit(name, .gift(gift), id: id)
    }

    /// Lets the disk go on until everything is answered.
    func land() {
        log.gate.signal()
        while !intake.isIdle {
            journal.settle()
            intake.applyRecorded()
        }
    }

    deinit {
        log.gate.signal()
        try? journal.close()
        try? FileManager.default.removeItem(atPath: directory)
    }
}
