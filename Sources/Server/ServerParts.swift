import Access
import Assets
import Broadcast
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Logging
import Monitoring
import Pages
import RoomRuntime
import Settings
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// The parts of a server below its controllers, connected with each other.
///
/// Belongs to the event loop's thread. It has many stored properties because it retains the parts, which refer to each
/// other without retaining.
final class ServerParts {
    let log: any ServerLog
    let loop: EventLoop
    let limiter: Limiter
    let metrics = Metrics()
    let surroundings: Surroundings
    let site: Site
    let journal: Journal
    let rooms: Rooms
    let frameScheduler: FrameScheduler
    let intake: Intake
    let applier: EventApplier
    let loader: RoomLoader
    /// Subtracts the time that clocks have lost while room time stood still.
    let lostTime: LostTime
    let historyReader: HistoryReader
    let forecasts: Forecasts
    let settings: Settings
    let keys: Keys
    let sources: SourceSettings
    let assets: Assets
    let speeches: Speeches
    let removal: RoomRemoval
    /// The synchronization with other servers; nil: the journal belongs to this server alone.
    let sharing: Sharing?
    let health: Health
    private let keyChanges: KeyChanges

    init(_ configuration: ServerConfiguration, logger: Logger) throws {
        let proxies = TrustedProxies(ranges: configuration.trustedProxies)
        limiter = Limiter(configuration.limits, proxies: proxies, refused: metrics.countRefusal)
        let warn: @Sendable (String) -> Void = { [logger] in logger.error("\($0)") }
        let pages = BackgroundTask {
            [directory = configuration.webDirectory, release = configuration.release] in
            try Site(directory: directory, version: release.word)
        }
        log = try Storage.open(configuration, logger: logger)
        site = try pages.get()
        surroundings = Surroundings(directory: configuration.dataDirectory)
        loop = try EventLoop(
            configuration: Self.listening(configuration, limiter: limiter, proxies: proxies),
            logger: logger)
        let wake: @Sendable () -> Void = { [handle = loop.handle] in handle.wake() }

        journal = Journal(log: log, past: configuration.past, wake: wake, warn: warn)
        rooms = Rooms(
            configuration: configuration.ceilings?.lowered(configuration.room)
                ?? configuration.room,
            limit: configuration.maxRooms, clock: log.clock, restSeconds: configuration.restSeconds)
        frameScheduler = try FrameScheduler(
            loop: loop, ticksPerSecond: configuration.framesPerSecond, metrics: metrics,
            clockChanged: { [journal] in journal.write($0.records.take()) })
        intake = Intake(journal: journal, metrics: metrics)
        lostTime = LostTime(rooms: rooms, intake: intake)
        let effects = EventEffects(frameScheduler: frameScheduler, metrics: metrics)
        applier = EventApplier(intake: intake, effects: effects, journal: journal)
        let recovery = (log as? any SharedLog).map(Recovery.init(sharedLog:)) ?? Recovery(log: log)
        loader = RoomLoader(rooms: rooms, journal: journal, recovery: recovery, wake: wake)
        rooms.left = { [unowned loader] in loader.left($0) }
        rooms.catchUpQueue = try CatchUpQueue(loop: loop) { [unowned applier] timeline in
            if let room = timeline.liveRoom { applier.resume(room) }
        }
        historyReader = HistoryReader(journal: journal, wake: wake)
        forecasts = Forecasts(wake: wake, write: StateController.document)

        settings = try Settings(
            log: log, rooms: rooms, temporaryPrefixes: [PassedRow.prefix, StoredFile.prefix],
            loop: loop, wake: wake, warn: warn)
        keyChanges = KeyChanges(rooms: rooms, frameScheduler: frameScheduler)
        keys = try Keys(
            gate: configuration.gate, settings: settings, loop: loop, logger: logger,
            delegate: keyChanges)
        sources = SourceSettings(settings: settings, rooms: rooms, metrics: metrics)
        assets = try Assets(configuration, log, settings: settings, wake: wake)
        speeches = Speeches(
            configuration.speech, rooms: rooms, assets: assets, intake: intake, logger: logger,
            wake: wake)
        removal = RoomRemoval(
            rooms: rooms, applier: applier, frameScheduler: frameScheduler, metrics: metrics,
            logger: logger, forgetFiles: { [assets] in assets.forget($0) })
        applier.lost = { [unowned removal] in removal.reload($0) }
        if let log = log as? any SharedLog {
            sharing = try Sharing(
                log: log, rooms: rooms, applier: applier, removal: removal,
                frameScheduler: frameScheduler, settings: settings, metrics: metrics,
                journal: journal, loop: loop, logger: logger, wake: wake,
                viewerDetails: ViewersDocument.details,
                reload: { [sender = frameScheduler.sender] in $0.reload($1, sender) })
        } else {
            sharing = nil
        }
        health = Health(
            intake: intake, journal: journal, settings: settings, assets: assets, sharing: sharing,
            metrics: metrics, surroundings: surroundings)
        connect(effects)
    }

    /// Sets the callbacks of parts whose callees were made later.
    private func connect(_ effects: EventEffects) {
        effects.speechAwaited = { [unowned self] in speeches.speak(in: $0) }
        frameScheduler.clockStarted = { [unowned self] output in
            if let room = output.timeline.liveRoom { lostTime.subtract(in: room) }
        }
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
}
