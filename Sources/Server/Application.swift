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

/// The assembly of a server: it makes all parts, connects them, hands them the event loop's calls, and ends them.
///
/// Belongs to the event loop's thread. It has many stored properties because it retains the parts, which refer to each
/// other without retaining.
final class Application: Handler {
    let loop: EventLoop
    let journal: Journal
    let rooms: Rooms
    let loader: RoomLoader
    let frameScheduler: FrameScheduler
    let intake: Intake
    let settings: Settings
    let keys: Keys
    let sources: SourceSettings
    let assets: Assets
    let supervisor = Supervisor()
    let firstKeys: FirstKeys
    let pipeline: RequestPipeline
    private let controllers: Controllers
    private let logger: Logger
    private let localCommands: LocalCommands
    private let keyChanges: KeyChanges
    private let removal: RoomRemoval
    /// The synchronization with other servers; nil: the journal belongs to this server alone.
    private let sharing: Sharing?
    /// The parts that run by timers of their own.
    private let timed: [AnyObject]
    /// The parts that get results from other threads, in their order in `woken`.
    private let receivers: [any ResultReceiver]
    private let drainRequest: DrainRequest
    private var drain: Drain?

    init(_ configuration: ServerConfiguration, drainRequest: DrainRequest, logger: Logger) throws {
        (self.drainRequest, self.logger) = (drainRequest, logger)
        let metrics = Metrics()
        let proxies = TrustedProxies(ranges: configuration.trustedProxies)
        let limiter = Limiter(configuration.limits, proxies: proxies, refused: metrics.countRefusal)
        let warn: @Sendable (String) -> Void = { [logger] in logger.error("\($0)") }
        let pages = BackgroundTask {
            [directory = configuration.webDirectory, release = configuration.release] in
            try Site(directory: directory, version: release.word)
        }
        let log = try Storage.open(configuration, logger: logger)
        let site = try pages.get()
        let surroundings = Surroundings(directory: configuration.dataDirectory)
        loop = try EventLoop(
            configuration: Self.listening(configuration, limiter: limiter, proxies: proxies),
            logger: logger)
        let wake: @Sendable () -> Void = { [handle = loop.handle] in handle.wake() }

        journal = Journal(log: log, past: configuration.past, wake: wake, warn: warn)
        let ceilings = configuration.ceilings
        rooms = Rooms(
            configuration: ceilings?.lowered(configuration.room) ?? configuration.room,
            limit: configuration.maxRooms, clock: log.clock, restSeconds: configuration.restSeconds)
        frameScheduler = try FrameScheduler(
            loop: loop, ticksPerSecond: configuration.framesPerSecond, metrics: metrics,
            clockChanged: { [journal] in journal.write($0.records.take()) })
        intake = Intake(journal: journal, frameScheduler: frameScheduler, metrics: metrics)
        loader = RoomLoader(rooms: rooms, journal: journal, wake: wake)
        rooms.left = { [unowned loader] in loader.left($0) }
        rooms.catchUpQueue = try CatchUpQueue(loop: loop) { [unowned intake] timeline in
            if let room = timeline.liveRoom { intake.resume(room) }
        }
        let historyReader = HistoryReader(journal: journal, wake: wake)
        let forecasts = Forecasts(wake: wake, write: StateController.document)

        settings = try Settings(
            log: log, rooms: rooms, temporaryPrefixes: [PassedRow.prefix, StoredFile.prefix],
            loop: loop, wake: wake, warn: warn)
        keyChanges = KeyChanges(rooms: rooms, frameScheduler: frameScheduler)
        keys = try Keys(
            gate: configuration.gate, settings: settings, loop: loop, logger: logger,
            delegate: keyChanges)
        sources = SourceSettings(settings: settings, rooms: rooms, metrics: metrics)
        assets = try Assets(configuration, log, settings: settings, wake: wake)
        removal = RoomRemoval(
            rooms: rooms, intake: intake, assets: assets, frameScheduler: frameScheduler,
            metrics: metrics, logger: logger)
        intake.lost = { [unowned removal] in removal.reload($0) }
        let localSocket = try LocalSocket(directory: configuration.dataDirectory, wake: wake)
        firstKeys = try FirstKeys(keys, directory: configuration.dataDirectory)
        if let log = log as? any SharedLog {
            sharing = try Sharing(
                log: log, rooms: rooms, intake: intake, loop: loop, journal: journal, wake: wake,
                consequences: .init(
                    removal: removal, frameScheduler: frameScheduler, settings: settings,
                    metrics: metrics, logger: logger))
        } else {
            sharing = nil
        }
        frameScheduler.report(to: sharing?.attending)

        let health = Health(
            intake: intake, journal: journal, settings: settings, assets: assets, sharing: sharing,
            metrics: metrics, surroundings: surroundings)
        let feeds = try Feeds(
            loop: loop, forecasts: forecasts, faults: { health.faults.map(\.text) },
            missed: { [unowned sources] room in
                sources.missed(
                    in: room.name, ownCurrency: room.timeline.configuration.sources.currency)
            })
        let recorder = EventRecorder(rooms: rooms, limiter: limiter, intake: intake)
        let configurations = ConfigurationController(
            rooms: rooms, recorder: recorder, intake: intake, loader: loader, ceilings: ceilings,
            logger: logger)
        loader.loaded = { [unowned configurations] in configurations.lower($0) }
        let remoteViewers = RemoteViewers(sharing: sharing)
        let address = configuration.publicAddresses.first?.text
        controllers = Controllers(
            assets: AssetController(
                assets: assets, settings: settings, rooms: rooms, limiter: limiter, intake: intake),
            configurations: configurations,
            events: EventController(rooms: rooms, recorder: recorder, historyReader: historyReader),
            held: HeldController(
                rooms: rooms, recorder: recorder, intake: intake, limiter: limiter,
                historyReader: historyReader),
            history: HistoryController(
                rooms: rooms, forecasts: forecasts, totals: Totals(), historyReader: historyReader),
            hooks: HookController(
                rooms: rooms, sources: sources, keys: keys, limiter: limiter, intake: intake,
                retractions: PlatformRetractions(rooms: rooms, historyReader: historyReader),
                logger: logger),
            keys: KeyController(
                keys: keys, sources: sources, intake: intake, publicAddress: address),
            monitoring: MonitoringController(
                health: health, release: configuration.release, metrics: metrics,
                surroundings: surroundings, journal: journal, sharing: sharing, rooms: rooms,
                assets: assets, loop: loop),
            pages: PageController(site: site),
            retractions: RetractionController(
                rooms: rooms, recorder: recorder, historyReader: historyReader),
            rooms: RoomController(
                rooms: rooms, recorder: recorder, intake: intake, historyReader: historyReader,
                administration: RoomAdministration(settings: settings, rooms: rooms) {
                    [unowned frameScheduler] room in
                    frameScheduler.close(room.streams, code: 1008, reason: "the room is suspended")
                },
                configurations: configurations, removal: removal, assets: assets,
                remoteViewers: remoteViewers, recovery: loader.recovery, auditLog: log,
                keepDays: configuration.keepDays, logger: logger),
            sources: SourceController(
                rooms: rooms, sources: sources, keys: keys, intake: intake, publicAddress: address),
            states: StateController(rooms: rooms, forecasts: forecasts),
            streams: StreamController(
                rooms: rooms, loader: loader, limiter: limiter, frameScheduler: frameScheduler,
                feeds: feeds, intake: intake, build: site.build, metrics: metrics),
            triggers: TriggerController(
                rooms: rooms, recorder: recorder, keys: keys, limiter: limiter),
            viewers: ViewerController(
                rooms: rooms, historyReader: historyReader, sender: frameScheduler.sender,
                remoteViewers: remoteViewers))
        pipeline = RequestPipeline(
            controllers: controllers, hosts: configuration.hosts, origins: configuration.origins,
            limiter: limiter, keys: keys, settings: settings, loader: loader, intake: intake,
            metrics: metrics, logger: logger)
        localCommands = LocalCommands(
            localSocket, keys: keys, controller: controllers.keys,
            status: { [monitoring = controllers.monitoring] in monitoring.status })

        let upkeep = try Upkeep(loop: loop, rooms: rooms, journal: journal) {
            [unowned rooms, unowned intake, unowned journal] room in
            guard intake.erasures.isEmpty, journal.fault == nil, !intake.isClosed else { return }
            intake.erasures.renew(room.residency) { rooms.renew(room) }
        }
        let forgetting = try Forgetting(
            loop: loop, rooms: rooms, loader: loader, journal: journal,
            keepDays: configuration.keepDays, wake: wake
        ) { [logger] in logger.warning("\($0)") }
        let leftovers = try Leftovers(loop: loop, historyReader: historyReader, loader: loader)
        let reports = ReportReleases(
            rooms: rooms, historyReader: historyReader, intake: intake,
            waitMicroseconds: configuration.reportWaitSeconds * 1_000_000)
        let oncePerSecond = try OncePerSecond(
            loop: loop, frameScheduler: frameScheduler, metrics: metrics,
            surroundings: surroundings, sources: sources, reports: reports, intake: intake,
            health: health, supervisor: supervisor, logger: logger)
        timed = [upkeep, leftovers, oncePerSecond]
        // Settings go first: the settings of an erased room have to be removed before the room.
        let receivers: [(any ResultReceiver)?] = [
            settings, sharing, intake, loader, historyReader, forecasts, forgetting, assets,
            localCommands,
        ]
        self.receivers = receivers.compactMap(\.self)
        loop.handler = self
    }

    private static func listening(
        _ configuration: ServerConfiguration, limiter: Limiter, proxies: TrustedProxies
    ) -> ListenConfiguration {
        var listen = ListenConfiguration(
            host: configuration.host, port: configuration.port,
            subprotocols: StreamController.subprotocols)
        listen.socketPaths = configuration.socketPaths
        listen.limits.connections = configuration.maxConnections
        listen.limits.connectionsPerAddress = limiter.rate(.connectionsPerAddress).burst
        listen.limits.isUncounted = { address in
            // A client that connects by a Unix socket has no address.
            AddressNumbers(address).map { $0.isLoopback || proxies.contains($0) } ?? true
        }
        return listen
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

    func woken() {
        for receiver in receivers { receiver.deliver() }
        if drainRequest.isMade, drain == nil { startDraining() }
    }

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
