import Dispatch
import Foundation
import HTTPRouting
import Logging
import Monitoring
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Transport
import Wire

@testable import Access
@testable import Broadcast
@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import RoomRuntime
@testable import SQLiteJournal
@testable import Server
@testable import Webhooks

private final class IdleHandler: Handler {
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

/// An intake on a loop that does not run: the test performs the loop's steps.
final class IntakeScene {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-intake-\(UUID().uuidString)").path
    /// Blocked until `finish()`.
    let log: FaultyLog
    let journal: Journal
    let frameScheduler: FrameScheduler
    let intake: Intake
    let applier: EventApplier
    /// The order of a shared log, for rooms with a `share`.
    let order: SharedOrder
    let room: LiveRoom
    /// A room without a queue.
    let other: LiveRoom
    private(set) var catchUpQueue: CatchUpQueue!
    /// The time that `catchUpQueue` sees; it advances with each reading.
    private var nanoseconds: UInt64 = 0
    private let configuration: Configuration
    private let handler = IdleHandler()
    let loop: EventLoop
    private(set) var answers: [Text: Text] = [:]
    /// The names of submissions whose event was recorded before.
    private(set) var repeats: Set<Text> = []

    init(backlogLimitBytes: Int = 64 << 20, _ change: (inout Configuration) -> Void) throws {
        log = FaultyLog(try SQLiteLog(directory: directory), isBlocked: true)
        journal = Journal(log: log, backlogLimitBytes: backlogLimitBytes, wake: {})
        loop = try EventLoop(
            configuration: ListenConfiguration(host: "127.0.0.1", port: 0, subprotocols: []),
            handler: handler, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let metrics = Metrics()
        frameScheduler = try FrameScheduler(
            loop: loop, ticksPerSecond: 60, metrics: metrics, clockChanged: { _ in })
        var configuration = Configuration()
        change(&configuration)
        self.configuration = configuration
        room = Self.makeRoom("main", configuration, log.clock)
        other = Self.makeRoom("other", configuration, log.clock)
        intake = Intake(journal: journal, metrics: metrics)
        applier = EventApplier(
            intake: intake,
            effects: EventEffects(frameScheduler: frameScheduler, metrics: metrics),
            journal: journal)
        order = SharedOrder(applier, gap: { _ in }, noticeRuns: {})
        intake.order = order
        applier.lost = { [unowned applier] in _ = applier.abandon($0) }
        catchUpQueue = try CatchUpQueue(
            loop: loop,
            now: { [unowned self] in
                nanoseconds += 100_000
                return nanoseconds
            },
            resume: { [unowned self] timeline in
                if let room = timeline.liveRoom { applier.resume(room) }
            })
        room.timeline.catchUpQueue = catchUpQueue
    }

    /// A new room, which only the caller keeps.
    func makeRoom(_ name: Text) -> LiveRoom { Self.makeRoom(name, configuration, log.clock) }

    private static func makeRoom(
        _ name: Text, _ configuration: Configuration, _ clock: LogClock
    ) -> LiveRoom {
        LiveRoom(
            name: name, birthConfiguration: "{}", room: Room(configuration: configuration), seq: 0,
            snapshotSeq: 0, clock: RoomClock(standingAt: .zero, log: clock.now), logClock: clock)
    }

    /// Submits an event; its answer is stored under `name`.
    func submit(
        _ name: Text, _ kind: Event.Kind, id: Text? = nil, in room: LiveRoom? = nil
    ) {
        intake.accept(
            Submission(room: room ?? self.room, id: id, kind: kind, admission: .server) {
                [unowned self] result in
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
            sender: Person(name: sender), item: GiftItem(name: "Rose"), count: 1)
        submit(name, .gift(gift), id: id)
    }

    /// Opens the gate and processes verdicts until everything is answered.
    func finish() {
        log.unblock()
        while !intake.isIdle {
            journal.settle()
            applier.deliver()
        }
    }

    deinit {
        log.unblock()
        try? journal.close()
        try? FileManager.default.removeItem(atPath: directory)
    }
}
