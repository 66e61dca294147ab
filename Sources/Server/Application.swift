import Logging
import Stage
import Synchronization
import Transport
import Wire

/// What the loop's events mean: requests become answers, connections become viewers.
///
/// Belongs to the loop's thread.
final class Application: Handler {
    let rooms: Rooms
    let site: Site
    let origins: Origins
    let metrics = Metrics()
    let logger: Logger
    let startedNanoseconds = LoopTimer.now
    private let drainRequest: DrainRequest
    private(set) var loop: EventLoop!
    private(set) var director: Director!
    private(set) var intake: Intake!
    private var drainTimer: LoopTimer?

    init(_ configuration: ServerConfiguration, drainRequest: DrainRequest, logger: Logger) throws {
        self.logger = logger
        self.drainRequest = drainRequest
        rooms = Rooms(configuration: configuration.room, limit: configuration.maxRooms)
        site = try Site(directory: configuration.webDirectory)
        origins = Origins(allowed: configuration.allowedOrigins)
        var listen = ListenConfiguration(
            host: configuration.host, port: configuration.port,
            subprotocols: [Self.subprotocol])
        listen.limits.connections = configuration.maxConnections
        loop = try EventLoop(configuration: listen, handler: self, logger: logger)
        director = try Director(
            loop: loop, ticksPerSecond: configuration.framesPerSecond, metrics: metrics)
        intake = Intake(director: director, metrics: metrics)
    }

    // MARK: Requests

    func respond(to request: Request, exchange: Exchange) {
        let started = LoopTimer.now
        answer(request) { [metrics] response in
            exchange.answer(response)
            metrics.observeRequest(
                status: response.status, seconds: Double(LoopTimer.now - started) / 1e9)
        }
    }

    private func answer(_ request: Request, _ reply: @escaping (Response) -> Void) {
        do throws(Problem) {
            let route = try Route(request.method, request.segments)
            if request.method != .get, request.method != .head, !origins.allows(request) {
                throw .foreignOrigin
            }
            try perform(route, request, reply)
        } catch {
            reply(error.response)
        }
    }

    private func perform(
        _ route: Route, _ request: Request, _ reply: @escaping (Response) -> Void
    ) throws(Problem) {
        switch route {
        case .postGift, .postCall, .dismiss, .tap, .putCounter, .deleteCounter, .postCaption,
            .deleteCaption, .control, .putConfiguration, .patchConfiguration:
            try record(route, request, reply)
        case .getConfiguration(let name): reply(try configuration(of: name))
        case .frame(let name): reply(try frame(of: name))
        case .stream: throw .upgradeRequired
        case .health: reply(health)
        case .readiness: reply(readiness)
        case .metrics: reply(metricsPage)
        case .overlay: reply(try page(Site.overlay, request))
        case .file(let path): reply(try page(path, request))
        }
    }

    func refusal(status: Int, detail: String) -> Response {
        Problem.malformed(status: status, detail: detail).response
    }

    // MARK: Going down

    func woken() {
        guard drainRequest.isMade, !intake.isClosed else { return }
        logger.info("going down: no new connections, viewers are told to come back")
        intake.isClosed = true
        loop.stopListening()
        rooms.forEachViewer { $0.stream.close(code: 1001, reason: "the server is going down") }
        drainTimer = try? loop.makeTimer { [unowned self] _ in stopOnceEmpty() }
        drainTimer?.arm(atNanoseconds: LoopTimer.now, everyNanoseconds: 50_000_000)
        drainDeadline = LoopTimer.now + 3_000_000_000
    }

    private var drainDeadline: UInt64 = 0

    private func stopOnceEmpty() {
        if rooms.viewerCount == 0 || LoopTimer.now >= drainDeadline { loop.handle.stop() }
    }
}

/// Somebody's wish, from any thread, that the server go down.
final class DrainRequest: Sendable {
    private let made = Atomic(false)

    var isMade: Bool { made.load(ordering: .acquiring) }

    func make() { made.store(true, ordering: .releasing) }
}
