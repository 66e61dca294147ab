import Access
import Assets
import Broadcast
import HTTPRouting
import Journal
import Logging
import Monitoring
import Pages
import RoomRuntime
import Settings
import Stage
import Synchronization
import Texts
import Transport
import Wire

/// The server as one object, which owns all parts, handles HTTP requests, and makes WebSocket connections viewers or
/// studios.
///
/// Belongs to the event loop's thread.
final class Application: Handler {
    let rooms: Rooms
    let site: Site
    let origins: Origins
    let hosts: Hosts
    let metrics = Metrics()
    let totals = Totals()
    let limiter: Limiter
    let logger: Logger
    let release: Release
    let startedNanoseconds = LoopTimer.now
    let startedAt = WallTime.now
    let surroundings: Surroundings
    /// The service manager that started the server and receives its status; nil: none.
    let supervisor = Supervisor()
    private var watch: Watch!
    private var incidents = Incidents()
    private var requestIDs = RequestIDs(
        startedSeconds: WallTime.now.microseconds / 1_000_000)
    private let drainRequest: DrainRequest
    private(set) var loop: EventLoop!
    private(set) var frameScheduler: FrameScheduler!
    private(set) var intake: Intake!
    private(set) var loader: RoomLoader!
    /// The synchronization with other servers; nil: the journal belongs to this server alone.
    private(set) var sharing: Sharing?
    private(set) var historyReader: HistoryReader!
    private(set) var forecasts: Forecasts!
    private(set) var feeds: Feeds!
    /// The number of the newest viewer: how many viewers have connected since the start.
    var viewerNumber = 0
    private(set) var keys: Keys!
    private(set) var settings: Settings!
    private(set) var administration: RoomAdministration!
    private(set) var sources: SourceSettings!
    /// The address under which clients reach the server; nil: unknown.
    let publicAddress: Text?
    /// The log of administrative actions.
    let auditLog: any AuditLog
    /// The upper bounds of all rooms' configurations; nil: none.
    let ceilings: ConfigurationCeilings?
    /// The number of days that events are kept.
    let keepDays: Int
    /// The time that a gift waits for a report with more details.
    let reportWaitMicroseconds: Int64
    private(set) var assets: Assets!
    private var localCommands: LocalCommands!
    private(set) var assetController: AssetController!
    private(set) var keyController: KeyController!
    /// The path of the file with an admin key for the server's user; nil if no key is needed.
    private(set) var adminKeyPath: String?
    /// The key in the address of the first room's overlay; nil if no key is needed.
    private(set) var overlayKey: Text?
    private var upkeep: Upkeep!
    private var forgetting: Forgetting!
    private var leftovers: Leftovers!
    private(set) var journal: Journal!
    /// The parts that get results from other threads, in their order in `woken`.
    private var receivers: [any ResultReceiver] = []
    private var drain: Drain?

    init(_ configuration: ServerConfiguration, drainRequest: DrainRequest, logger: Logger) throws {
        self.logger = logger
        self.drainRequest = drainRequest
        release = configuration.release
        origins = configuration.origins
        hosts = configuration.hosts
        publicAddress = configuration.publicAddresses.first?.text
        let proxies = TrustedProxies(ranges: configuration.trustedProxies)
        limiter = Limiter(configuration.limits, proxies: proxies, refused: metrics.countRefusal)
        let warn: @Sendable (String) -> Void = { [logger] in logger.error("\($0)") }
        let pages = BackgroundTask { [directory = configuration.webDirectory, release] in
            try Site(directory: directory, version: release.word)
        }
        let log = try Storage.open(configuration, logger: logger)
        auditLog = log
        keepDays = configuration.keepDays
        reportWaitMicroseconds = configuration.reportWaitSeconds * 1_000_000
        site = try pages.get()
        surroundings = Surroundings(directory: configuration.dataDirectory)
        ceilings = configuration.ceilings
        rooms = Rooms(
            configuration: ceilings?.lowered(configuration.room) ?? configuration.room,
            limit: configuration.maxRooms, clock: log.clock, restSeconds: configuration.restSeconds)
        loop = try EventLoop(
            configuration: Self.listening(configuration, limiter: limiter, proxies: proxies),
            handler: self, logger: logger)
        frameScheduler = try FrameScheduler(
            loop: loop, ticksPerSecond: configuration.framesPerSecond, metrics: metrics,
            clockChanged: { [unowned self] in handOver($0.records) })
        let wake: @Sendable () -> Void = { [handle = loop.handle] in handle.wake() }
        journal = Journal(log: log, past: configuration.past, wake: wake, warn: warn)
        historyReader = HistoryReader(journal: journal, wake: wake)
        forecasts = Forecasts(wake: wake, write: Self.document)
        feeds = try Feeds(
            loop: loop, forecasts: forecasts, faults: { [unowned self] in faults.map(\.text) },
            missed: { [unowned self] in missed(in: $0) })
        intake = Intake(journal: journal, frameScheduler: frameScheduler, metrics: metrics) {
            [unowned self] in lose($0)
        }
        rooms.catchUpQueue = try CatchUpQueue(loop: loop) { [unowned self] in resume($0) }
        loader = RoomLoader(rooms: rooms, journal: journal, wake: wake) { [unowned self] in
            lower($0)
        }
        rooms.left = { [unowned self] in loader.left($0) }
        settings = try Settings(
            log: log, rooms: rooms, temporaryPrefixes: [PassedRow.prefix, StoredFile.prefix],
            loop: loop, wake: wake, warn: warn)
        keys = try Keys(
            gate: configuration.gate, settings: settings, loop: loop, logger: logger,
            delegate: self)
        administration = RoomAdministration(settings: settings, rooms: rooms) { [unowned self] in
            frameScheduler.close($0.streams, code: 1008, reason: "the room is suspended")
        }
        sources = SourceSettings(settings: settings, rooms: rooms, metrics: metrics)
        assets = try Assets(configuration, log, settings: settings, wake: wake)
        makeControllers(try LocalSocket(directory: configuration.dataDirectory, wake: wake))
        if keys.gate.asksForKeys { try makeFirstKeys(configuration.dataDirectory) }
        if let log = log as? any SharedLog { sharing = try share(log, wake: wake) }
        upkeep = try Upkeep(loop: loop, rooms: rooms, journal: journal) { [unowned self] room in
            guard intake.erasures.isEmpty, journal.fault == nil, !intake.isClosed else { return }
            intake.erasures.renew(room.residency) { [rooms] in rooms.renew(room) }
        }
        forgetting = try Forgetting(
            loop: loop, rooms: rooms, loader: loader, journal: journal,
            keepDays: configuration.keepDays, wake: wake
        ) { [logger] in logger.warning("\($0)") }
        leftovers = try Leftovers(loop: loop, historyReader: historyReader, loader: loader)
        watch = try Watch(loop: loop) { [unowned self] in look(lagNanoseconds: $0) }
        receivers = receiversInOrder
    }

    private func makeControllers(_ localSocket: LocalSocket) {
        assetController = AssetController(
            assets: assets, settings: settings, rooms: rooms, limiter: limiter, intake: intake)
        keyController = KeyController(
            keys: keys, sources: sources, intake: intake, publicAddress: publicAddress)
        localCommands = LocalCommands(
            localSocket, keys: keys, controller: keyController,
            status: { [unowned self] in status })
    }

    private var receiversInOrder: [any ResultReceiver] {
        // Settings go first: the settings of an erased room have to be removed before the room.
        let receivers: [(any ResultReceiver)?] = [
            settings, sharing, intake, loader, historyReader, forecasts, forgetting, assets,
            localCommands,
        ]
        return receivers.compactMap(\.self)
    }

    /// Continues a room that had more work due than the loop had time for.
    private func resume(_ timeline: RoomTimeline) {
        if let room = timeline.liveRoom { intake.resume(room) }
    }

    private func missed(in room: RoomOutput) -> MissedDeliveries {
        sources.missed(in: room.name, ownCurrency: room.timeline.configuration.sources.currency)
    }

    /// Starts the synchronization of rooms with other servers.
    private func share(
        _ log: any SharedLog, wake: @escaping @Sendable () -> Void
    ) throws(TransportError) -> Sharing {
        frameScheduler.attendanceChanged = { [unowned self] in sharing?.attending.note($0) }
        frameScheduler.isVoiceHeard = { $0.isVoiceHeard(atNanoseconds: LoopTimer.now) }
        return try Sharing(
            log: log, rooms: rooms, intake: intake, loop: loop, journal: journal, wake: wake,
            consequences: .init(
                erased: { [unowned self] in forget($0) },
                lost: { [unowned self] in lose($0) },
                differs: { [unowned self] room in
                    metrics.divergences += 1
                    logger.error(
                        "servers have made different things of the events of room \(room.name)")
                    lose(room)
                },
                clockChanged: { [unowned self] in frameScheduler.clockChanged(of: $0) },
                doubtful: { [unowned self] in settings.doubt() },
                speakerChanged: { [unowned self] in frameScheduler.settleSpeaker(of: $0) },
                reloads: { [unowned self] in _ = reload($1, in: $0) }))
    }

    private static func listening(
        _ configuration: ServerConfiguration, limiter: Limiter, proxies: TrustedProxies
    ) -> ListenConfiguration {
        var listen = ListenConfiguration(
            host: configuration.host, port: configuration.port,
            subprotocols: Self.subprotocols)
        listen.socketPaths = configuration.socketPaths
        listen.limits.connections = configuration.maxConnections
        listen.limits.connectionsPerAddress = limiter.rate(.connectionsPerAddress).burst
        listen.limits.isUncounted = { address in
            // A client that connects by a Unix socket has no address.
            AddressNumbers(address).map { $0.isLoopback || proxies.contains($0) } ?? true
        }
        return listen
    }

    /// Runs once a second: updates metrics, logs new faults, and counts gifts whose wait for a report is
    /// over.
    private func look(lagNanoseconds: UInt64) {
        metrics.observeLag(seconds: Double(lagNanoseconds) / 1e9)
        if !frameScheduler.clock.isTicking {
            metrics.observeRest(ticks: frameScheduler.clock.ticksPerSecond)
        }
        surroundings.renew()
        sources.keepPassed(atNanoseconds: LoopTimer.now)
        if !intake.isClosed { releaseReports() }
        let lines = incidents.lines(for: troubles, atNanoseconds: LoopTimer.now)
        for line in lines {
            switch line {
            case .began(let text): logger.error("\(text)")
            case .ended(let text, let seconds):
                logger.notice("over after \(seconds) s: \(text)")
            }
        }
        if let supervisor, supervisor.isWatchdog { supervisor.tell(.alive) }
    }

    /// Removes an erased room, and everything that belongs to it.
    func forget(_ room: LiveRoom) {
        let registration = room.residency.registration
        (registration.isBeingErased, registration.isErased) = (true, true)
        assets.forget(room.name)
        let waiting = intake.abandon(room)
        rooms.drop(room)
        for body in waiting { body() }
        frameScheduler.close(
            room.output.streams, code: Self.roomIsGone, reason: "the room is deleted")
    }

    /// Drops a room whose state differs from the journal. Its viewers reconnect to the room as it is read
    /// again.
    private func lose(_ room: LiveRoom) {
        logger.error("room \(room.name) is not as the journal has it; it is read anew")
        metrics.rewinds += 1
        rooms.replace(room)
        let waiting = intake.abandon(room)
        frameScheduler.close(room.output.streams, code: 1012, reason: "the room is read anew")
        for body in waiting { body() }
    }

    private func makeFirstKeys(_ directory: String) throws {
        let file = KeyFile(directory: directory)
        let now = WallTime.now
        if !keys.ring.grants(of: nil).contains(where: { $0.isCurrent(at: now) }) {
            _ = try keys.createAtStart(
                KeyBody(role: .admin, name: "first start"), for: nil, willKeep: file.write)
        }
        if file.exists { adminKeyPath = file.path }
        let known = keys.ring.grants(of: "main").first { $0.shown != nil && $0.isCurrent(at: now) }
        overlayKey =
            try known?.shown
            ?? keys.createAtStart(KeyBody(role: .viewer, name: "OBS"), for: "main").text
    }

    // MARK: Requests

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
        guard case .answer(let answer) = route.action else { throw .upgradeRequired }
        let call = Call(
            request: request, exchange: exchange, admission: admission, values: values,
            send: reply)
        guard route.path.needsRoom else { return try answer(self)(call) }
        loader.whenLoaded(call.room, for: admission) { [unowned self] problem in
            do throws(Problem) {
                if let problem { throw problem }
                try answer(self)(call)
            } catch {
                call.reply(error.response)
            }
        }
    }

    /// Returns the right to make this call. Throws a 401 or 403 problem if the client has no such right, and
    /// a 429 problem if it is over a limit.
    func admit(_ request: Request, to route: Route<Application>, in room: Text?) throws(Problem)
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
    func route(of request: Request) throws(Problem) -> Route<Application> {
        try route(of: request, among: Routes.table.matches(of: request.segments))
    }

    private func route(
        of request: Request, among matches: RouteMatches<Application>
    ) throws(Problem) -> Route<Application> {
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

    func refusal(status: Int, detail: String) -> Response {
        Problem.malformed(status: status, detail: detail).response
    }

    // MARK: Results from other threads

    func woken() {
        for receiver in receivers { receiver.deliver() }
        if drainRequest.isMade, drain == nil { startDraining() }
    }

    /// Writes the records that a room has gathered to the journal.
    func handOver(_ records: RoomRecords) {
        journal.write(records.take())
    }

    /// The reason why the journal can't be written; nil: it can.
    var journalFault: JournalError? { journal.fault }

    /// The number of bytes that wait for the disk.
    var journalBacklogBytes: Int { journal.backlogBytes }

    /// Returns the duration of each transaction since the last call, in seconds.
    func takeCommits() -> [Double] { journal.takeCommits() }

    // MARK: Shutdown

    private func startDraining() {
        supervisor?.tell(.leaving)
        logger.notice("going down: what is on its way is answered, viewers are told to come back")
        intake.isClosed = true
        loop.stopListening()
        frameScheduler.close(rooms.streams, code: 1001, reason: "the server is going down")
        sources.keepPassed(atNanoseconds: LoopTimer.now, isLast: true)
        drain = try? Drain(loop: loop) { [unowned self] in
            receivers.allSatisfy(\.isIdle) && rooms.viewerCount == 0
        }
        if drain == nil { loop.handle.stop() }
    }

    /// Writes the last state of all rooms and closes the journal, after the loop has ended. Throws if the
    /// journal can't be written.
    func end() throws(JournalError) {
        localCommands.close()
        sharing?.stop()
        for room in rooms.all {
            room.records.addLastState()
            journal.write(room.records.take())
        }
        try journal.close()
    }
}

/// A request to shut down the server, from any thread.
final class DrainRequest: Sendable {
    private let made = Atomic(false)

    var isMade: Bool { made.load(ordering: .acquiring) }

    func make() { made.store(true, ordering: .releasing) }
}
