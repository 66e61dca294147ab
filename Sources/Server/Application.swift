import Access
import Broadcast
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Logging
import Monitoring
import RoomRuntime
import Synchronization
import Texts
import Transport
import Webhooks

/// A server as the handler of its event loop: it hands requests, streams and results to the parts and controllers, and
/// ends them.
///
/// Belongs to the event loop's thread.
final class Application: Handler {
    let parts: ServerParts
    let pipeline: RequestPipeline
    let firstKeys: FirstKeys
    let supervisor = Supervisor()
    private let controllers: Controllers
    private let localCommands: LocalCommands
    private let logger: Logger
    /// The parts that run by timers of their own.
    private let timed: [AnyObject]
    /// The parts that get results from other threads, in their order in `woken`.
    private let receivers: [any ResultReceiver]
    private let drainRequest: DrainRequest
    private var drain: Drain?

    init(_ configuration: ServerConfiguration, drainRequest: DrainRequest, logger: Logger) throws {
        (self.drainRequest, self.logger) = (drainRequest, logger)
        parts = try ServerParts(configuration, logger: logger)
        controllers = try Controllers(parts, configuration, logger: logger)
        pipeline = RequestPipeline(
            controllers: controllers, hosts: configuration.hosts, origins: configuration.origins,
            limiter: parts.limiter, keys: parts.keys, settings: parts.settings,
            loader: parts.loader, intake: parts.intake, metrics: parts.metrics, logger: logger)
        let (loop, rooms, loader) = (parts.loop, parts.rooms, parts.loader)
        let (journal, intake) = (parts.journal, parts.intake)
        let wake: @Sendable () -> Void = { [handle = loop.handle] in handle.wake() }
        firstKeys = try FirstKeys(parts.keys, directory: configuration.dataDirectory)
        localCommands = LocalCommands(
            try LocalSocket(directory: configuration.dataDirectory, wake: wake), keys: parts.keys,
            controller: controllers.keys,
            status: { [monitoring = controllers.monitoring] in monitoring.status })
        let upkeep = try Upkeep(loop: loop, rooms: rooms, journal: journal, intake: intake)
        let forgetting = try Forgetting(
            loop: loop, rooms: rooms, loader: loader, journal: journal,
            keepDays: configuration.keepDays, wake: wake
        ) { [logger] in logger.warning("\($0)") }
        let leftovers = try Leftovers(
            loop: loop, historyReader: parts.historyReader, loader: loader)
        let reports = ReportReleases(
            rooms: rooms, historyReader: parts.historyReader, intake: intake,
            waitMicroseconds: configuration.reportWaitSeconds * 1_000_000)
        let oncePerSecond = try OncePerSecond(
            loop: loop, frameScheduler: parts.frameScheduler, metrics: parts.metrics,
            surroundings: parts.surroundings, sources: parts.sources, reports: reports,
            lostTime: parts.lostTime, rooms: rooms, speeches: parts.speeches, intake: intake,
            health: parts.health, supervisor: supervisor, logger: logger)
        timed = [upkeep, leftovers, oncePerSecond]
        // Settings go first: the settings of an erased room have to be removed before the room.
        let receivers: [(any ResultReceiver)?] = [
            parts.settings, parts.sharing, parts.applier, loader, parts.historyReader,
            parts.forecasts,
            forgetting, parts.assets, parts.speeches, localCommands,
        ]
        self.receivers = receivers.compactMap(\.self)
        loop.handler = self
    }

    // MARK: Requests

    func respond(to request: Request, exchange: Exchange) {
        pipeline.respond(to: request, exchange: exchange)
    }

    func longBody(of request: Request) -> LongBody { pipeline.longBody(of: request) }

    func takesChunks(_ request: Request) -> Bool { pipeline.takesChunks(request) }

    func refusal(status: Int, detail: String) -> Response {
        Problem.malformed(status: status, detail: detail).response
    }

    // MARK: Streams

    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision {
        pipeline.accept(upgrade: request, offered: offered)
    }

    func received(_ stream: Stream, text: [UInt8]) {
        controllers.streams.received(stream, text: text)
    }

    func received(_ stream: Stream, binary: [UInt8]) {
        controllers.streams.received(stream, binary: binary)
    }

    func writable(_ stream: Stream) { controllers.streams.writable(stream) }

    func closed(_ stream: Stream, code: UInt16?) { controllers.streams.closed(stream, code: code) }

    // MARK: Results from other threads

    /// Lets each part handle its results. The journal's results go to `EventApplier.deliver`.
    func woken() {
        for receiver in receivers { receiver.deliver() }
        if drainRequest.isMade, drain == nil { startDraining() }
    }

    // MARK: Shutdown

    private func startDraining() {
        supervisor?.tell(.leaving)
        logger.notice("going down: what is on its way is answered, viewers are told to come back")
        parts.intake.isClosed = true
        parts.loop.stopListening()
        parts.frameScheduler.close(
            parts.rooms.streams, code: 1001, reason: "the server is going down")
        parts.sources.keepPassed(atNanoseconds: LoopTimer.now, isLast: true)
        drain = try? Drain(loop: parts.loop) { [unowned self] in
            receivers.allSatisfy(\.isIdle) && parts.rooms.viewerCount == 0
        }
        if drain == nil { parts.loop.handle.stop() }
    }

    /// Writes the last state of all rooms and closes the journal, after the loop has ended. Throws if the
    /// journal can't be written.
    func end() throws(JournalError) {
        localCommands.close()
        parts.speeches.stop()
        parts.sharing?.stop()
        for room in parts.rooms.all {
            room.records.addLastState()
            parts.journal.write(room.records.take())
        }
        try parts.journal.close()
    }
}

/// A request to shut down the server, from any thread.
final class DrainRequest: Sendable {
    private let made = Atomic(false)

    var isMade: Bool { made.load(ordering: .acquiring) }

    func make() { made.store(true, ordering: .releasing) }
}
