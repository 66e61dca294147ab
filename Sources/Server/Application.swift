import Journal
import Logging
import Stage
import Synchronization
import Texts
import Transport
import Wire

/// What the loop's events mean: requests become answers, connections become viewers.
///
/// Belongs to the loop's thread.
final class Application: Handler {
    let rooms: Rooms
    let site: Site
    let origins: Origins
    let hosts: Hosts
    let metrics = Metrics()
    let logger: Logger
    let startedNanoseconds = LoopTimer.now
    private let drainRequest: DrainRequest
    private(set) var loop: EventLoop!
    private(set) var director: Director!
    private(set) var intake: Intake!
    private(set) var desk: Desk!
    private(set) var forecasts: Forecasts!
    private var upkeep: Upkeep!
    private var journal: Journal!
    private var drain: Drain?

    init(_ configuration: ServerConfiguration, drainRequest: DrainRequest, logger: Logger) throws {
        self.logger = logger
        self.drainRequest = drainRequest
        site = try Site(directory: configuration.webDirectory)
        origins = configuration.origins
        hosts = configuration.hosts
        let log = try SQLiteLog(
            directory: configuration.dataDirectory, acceptsClock: configuration.acceptsClock)
        if let doubt = log.takeClockDoubt() { logger.warning("\(doubt)") }
        rooms = Rooms(
            configuration: configuration.room, limit: configuration.maxRooms, clock: log.clock)
        let restored = try Recovery(log: log).rooms()
        var listen = ListenConfiguration(
            host: configuration.host, port: configuration.port,
            subprotocols: Self.subprotocols)
        listen.limits.connections = configuration.maxConnections
        loop = try EventLoop(configuration: listen, handler: self, logger: logger)
        director = try Director(
            loop: loop, ticksPerSecond: configuration.framesPerSecond, metrics: metrics,
            clockChanged: { [unowned self] in handOver($0) })
        let wake: @Sendable () -> Void = { [handle = loop.handle] in handle.wake() }
        journal = Journal(log: log, wake: wake, warn: { [logger] in logger.error("\($0)") })
        desk = Desk(journal: journal, wake: wake)
        forecasts = Forecasts(wake: wake, write: Self.document)
        intake = Intake(journal: journal, director: director, metrics: metrics)
        for room in restored { rooms.add(room) }
        upkeep = try Upkeep(
            loop: loop, rooms: rooms, journal: journal, log: log,
            keepDays: configuration.keepDays, wake: wake)
    }

    // MARK: Requests

    func respond(to request: Request, exchange: Exchange) {
        let started = LoopTimer.now
        if let preflight = origins.preflight(request), hosts.include(request) {
            return exchange.answer(preflight)
        }
        answer(request, exchange) { [metrics, origins] response in
            exchange.answer(origins.sharing(response, with: request))
            metrics.observeRequest(
                status: response.status, seconds: Double(LoopTimer.now - started) / 1e9)
        }
    }

    private func answer(
        _ request: Request, _ exchange: Exchange, _ reply: @escaping (Response) -> Void
    ) {
        do throws(Problem) {
            guard hosts.include(request) || Route.isHealth(request.segments) else {
                throw .foreignHost
            }
            let route = try Route(request.method, request.segments)
            if request.method != .get, request.method != .head, !origins.allows(request) {
                throw .foreignOrigin
            }
            try perform(route, request, exchange, reply)
        } catch {
            reply(error.response)
        }
    }

    private func perform(
        _ route: Route, _ request: Request, _ exchange: Exchange,
        _ reply: @escaping (Response) -> Void
    ) throws(Problem) {
        switch route {
        case .postGift, .postCall, .dismiss, .tap, .putCounter, .deleteCounter, .postCaption,
            .deleteCaption, .control, .putConfiguration, .patchConfiguration:
            try record(route, request, reply)
        case .getConfiguration(let name): reply(configuration(of: name))
        case .frame(let name): reply(frame(of: name))
        case .state(let name): try state(of: name, exchange, reply)
        case .events(let name): try history(of: name, request, reply)
        case .event(let name, let id): try explanation(of: id, in: name, exchange, reply)
        case .rooms: reply(try roomList(request))
        case .deleteRoom(let name): try deleteRoom(name, reply)
        case .stream: throw .upgradeRequired
        case .health: reply(health)
        case .readiness: reply(readiness)
        case .metrics: reply(metricsPage)
        case .schema: reply(.json(ConfigurationSchema.document))
        case .overlay: reply(try page(Site.overlay, request))
        case .file(let path): reply(try page(path, request))
        }
    }

    func refusal(status: Int, detail: String) -> Response {
        Problem.malformed(status: status, detail: detail).response
    }

    // MARK: What other threads have done

    func woken() {
        intake.applyRecorded()
        desk.deliver()
        forecasts.deliver()
        upkeep.deliver()
        if drainRequest.isMade, drain == nil { startDraining() }
    }

    /// Hands the journal what has gathered of a room.
    func handOver(_ room: LiveRoom) {
        journal.write(room.takeRecords())
    }

    /// What keeps the journal from being written; nil while all is well.
    var journalFault: JournalError? { journal.fault }

    /// What waits for the disk, in bytes.
    var journalBacklogBytes: Int { journal.backlogBytes }

    /// How long the transactions took since this was last called, in seconds.
    func takeCommits() -> [Double] { journal.takeCommits() }

    // MARK: Going down

    private func startDraining() {
        logger.info("going down: what is on its way is answered, viewers are told to come back")
        intake.isClosed = true
        loop.stopListening()
        rooms.forEachViewer { $0.stream.close(code: 1001, reason: "the server is going down") }
        drain = try? Drain(loop: loop) { [unowned self] in
            intake.isIdle && desk.isIdle && forecasts.isIdle && rooms.viewerCount == 0
        }
        if drain == nil { loop.handle.stop() }
    }

    /// Keeps the last state of all rooms; the loop has ended. Throws where that can't be kept.
    func end() throws(JournalError) {
        for room in rooms.all {
            room.addLastState()
            journal.write(room.takeRecords())
        }
        try journal.close()
    }
}

/// Somebody's wish, from any thread, that the server go down.
final class DrainRequest: Sendable {
    private let made = Atomic(false)

    var isMade: Bool { made.load(ordering: .acquiring) }

    func make() { made.store(true, ordering: .releasing) }
}
