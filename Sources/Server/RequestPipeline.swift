import Access
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Logging
import Monitoring
import Settings
import Texts
import Transport
import Webhooks

/// Handles each HTTP request: it counts the request, checks its host and origin, finds its route, identifies the
/// client, and calls the controller once the room is in memory.
final class RequestPipeline {
    private let controllers: Controllers
    private let hosts: Hosts
    private let origins: Origins
    private let limiter: Limiter
    private let keys: Keys
    private let settings: Settings
    private let loader: RoomLoader
    private let intake: Intake
    private let metrics: Metrics
    private let logger: Logger
    private var requestIDs = RequestIDs(
        startedSeconds: WallTime.now.microseconds / 1_000_000)

    init(
        controllers: Controllers, hosts: Hosts, origins: Origins, limiter: Limiter, keys: Keys,
        settings: Settings, loader: RoomLoader, intake: Intake, metrics: Metrics, logger: Logger
    ) {
        self.controllers = controllers
        self.hosts = hosts
        self.origins = origins
        self.limiter = limiter
        self.keys = keys
        self.settings = settings
        self.loader = loader
        self.intake = intake
        self.metrics = metrics
        self.logger = logger
    }

    func respond(to request: Request, exchange: Exchange) {
        let started = LoopTimer.now
        let id = requestIDs.id(of: request)
        let reply = { [metrics, origins, logger] (response: Response, rest: BodyRest?) in
            var answer = origins.sharing(response, with: request)
            answer.headers.append(("X-Request-Id", id))
            exchange.answer(answer, rest: rest)
            let seconds = Double(LoopTimer.now - started) / 1e9
            metrics.observeRequest(status: response.status, seconds: seconds)
            logger.debug(
                "answered \(response.status)",
                metadata: ["request": "\(id)", "seconds": "\(seconds)"])
        }
        do throws(Problem) {
            try perform(request, id, exchange, reply)
        } catch {
            reply(error.response, nil)
        }
    }

    /// Answers a request, or throws the problem to reply with. `reply` is called at most once.
    func perform(
        _ request: Request, _ id: String, _ exchange: Exchange,
        _ reply: @escaping (Response, BodyRest?) -> Void
    ) throws(Problem) {
        try limiter.takeRequest(from: limiter.address(of: request))
        if let preflight = origins.preflight(request), hosts.include(request) {
            return exchange.answer(preflight)
        }
        let matches = Routes.table.matches(of: request.segments)
        if let page = matches.correctedPage(for: request), hosts.include(request) {
            return reply(.redirect(to: page), nil)
        }
        let route = try route(of: request, among: matches)
        // Log the route's pattern instead of the path, because a path may contain a secret.
        logger.debug(
            "asked for \(request.method.rawValue) \(route.path.text)",
            metadata: ["request": "\(id)", "address": "\(request.remoteAddress)"])
        let changes = route.fires || request.method != .get && request.method != .head
        if changes, !origins.allows(request) { throw .foreignOrigin }
        let values = route.path.values(in: request.segments)
        let admission = try admit(request, to: route, in: route.path.isOfRoom ? values[0] : nil)
        let caller = try admission.caller()
        if changes, caller.role == .admin, caller.key != nil, !settings.isFresh { throw .stale }
        guard case .handle(let handle) = route.action else { throw .upgradeRequired }
        let call = Call(
            request: request, exchange: exchange, admission: admission, values: values,
            send: reply)
        guard route.path.needsRoom else { return try handle(controllers)(call) }
        loader.whenLoaded(call.room, for: admission) { [unowned self] problem in
            call.replyOnFailure { () throws(Problem) in
                if let problem { throw problem }
                try handle(controllers)(call)
            }
        }
    }

    /// Returns the right to make this call. Throws a 401 or 403 problem if the client has no such right, and
    /// a 429 problem if it is over a limit.
    private func admit(_ request: Request, to route: Route<Controllers>, in room: Text?)
        throws(Problem)
        -> Admission
    {
        var caller = try keys.caller(of: request, takesBasic: route.access.takesBasic)
        guard route.access.allows(caller, in: room) else {
            throw caller.key == nil ? .unauthorized : .forbidden
        }
        caller.address = limiter.address(of: request)
        try limiter.takeRequest(of: caller, in: room)
        return Admission(caller, by: keys)
    }

    /// Returns the route of a request. Throws if its `Host` names another server, unless the path is for
    /// monitoring: monitors may use any name.
    private func route(of request: Request) throws(Problem) -> Route<Controllers> {
        try route(of: request, among: Routes.table.matches(of: request.segments))
    }

    private func route(
        of request: Request, among matches: RouteMatches<Controllers>
    ) throws(Problem) -> Route<Controllers> {
        guard hosts.include(request) || matches.routes.contains(where: \.access.isForMonitors)
        else {
            throw .foreignHost
        }
        return try matches.route(request.method)
    }

    /// Accepts a long body only from a client that may make the call. Any other client is answered before its
    /// body arrives, because its handler runs first.
    func longBody(of request: Request) -> LongBody {
        guard let route = try? route(of: request) else { return .refused }
        if case .refused = route.longBody { return .refused }
        let room = route.path.isOfRoom ? route.path.values(in: request.segments)[0] : nil
        guard let caller = try? keys.caller(of: request), route.access.allows(caller, in: room)
        else {
            return .pieces(most: .max)
        }
        return route.longBody
    }

    /// Accepts chunked bodies for deliveries only: platforms post through tunnels and proxies that send
    /// chunks.
    func takesChunks(_ request: Request) -> Bool {
        guard let route = try? route(of: request) else { return false }
        return route.method == .post && route.section.utf8.elementsEqual("hooks".utf8)
    }

    /// Accepts or refuses a WebSocket handshake.
    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision {
        do throws(Problem) {
            try limiter.takeRequest(from: limiter.address(of: request))
            let route = try route(of: request)
            guard case .stream(let open) = route.action else {
                throw .notFound("There is no stream at this path.")
            }
            guard origins.allows(request) else { throw .foreignOrigin }
            if intake.isClosed { throw .draining }
            let name = route.path.values(in: request.segments)[0]
            let admission = try admit(request, to: route, in: name)
            return .accept(
                subprotocol: offered.first,
                opened: try open(controllers)(request, name, admission))
        } catch {
            return .refuse(error.response)
        }
    }
}
