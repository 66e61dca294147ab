import Access
import Broadcast
import Cluster
import HTTPRouting
import History
import LiveRooms
import Logging
import Monitoring
import Pages
import RoomRuntime
import Settings
import Stage
import Transport
import Webhooks

/// The controllers of all routes. Each answers a group of HTTP calls and has only the parts of the server that it needs.
/// It is a class, because every request copies it.
final class Controllers {
    let assets: AssetController
    let configurations: ConfigurationController
    let events: EventController
    let held: HeldController
    let blocklist: BlocklistController
    let history: HistoryController
    let hooks: HookController
    let keys: KeyController
    let monitoring: MonitoringController
    let pages: PageController
    let retractions: RetractionController
    let rooms: RoomController
    let sources: SourceController
    let speech: SpeechController
    let states: StateController
    let streams: StreamController
    let triggers: TriggerController
    let viewers: ViewerController

    /// Lets a room that was loaded catch up with the time that has passed and with the server's ceilings.
    private static func handleLoadedRooms(
        of parts: ServerParts, _ configurations: ConfigurationController
    ) {
        parts.loader.loaded = {
            [unowned configurations, lostTime = parts.lostTime, intake = parts.intake] room in
            configurations.lower(room)
            lostTime.subtract(in: room)
            intake.endLeaderPeriod(of: room)
        }
    }

    /// - Parameter parts: Must outlive the controllers.
    init(
        _ parts: ServerParts, _ configuration: ServerConfiguration, logger: Logger
    ) throws(TransportError) {
        let (rooms, intake, limiter) = (parts.rooms, parts.intake, parts.limiter)
        let (keys, sources) = (parts.keys, parts.sources)
        let (frameScheduler, historyReader) = (parts.frameScheduler, parts.historyReader)
        let feeds = try Feeds(
            loop: parts.loop, forecasts: parts.forecasts,
            faults: { [health = parts.health] in health.faults.map(\.text) },
            missed: { [unowned sources] room in
                sources.missed(
                    in: room.name, ownCurrency: room.timeline.configuration.sources.currency)
            })
        let recorder = EventRecorder(rooms: rooms, limiter: limiter, intake: intake)
        let configurations = ConfigurationController(
            rooms: rooms, recorder: recorder, intake: intake, loader: parts.loader,
            ceilings: configuration.ceilings, logger: logger)
        Self.handleLoadedRooms(of: parts, configurations)
        self.configurations = configurations
        let remoteViewers = RemoteViewers(sharing: parts.sharing)
        let address = configuration.publicAddresses.first?.text
        self.assets = AssetController(
            assets: parts.assets, settings: parts.settings, rooms: rooms, limiter: limiter,
            intake: intake)
        self.events = EventController(
            rooms: rooms, recorder: recorder, historyReader: historyReader)
        self.speech = SpeechController(
            rooms: rooms, assets: parts.assets, recorder: recorder, historyReader: historyReader)
        self.held = HeldController(
            rooms: rooms, recorder: recorder, intake: intake, limiter: limiter,
            historyReader: historyReader)
        self.blocklist = BlocklistController(rooms: rooms, recorder: recorder)
        self.history = HistoryController(
            rooms: rooms, forecasts: parts.forecasts, totals: Totals(), historyReader: historyReader
        )
        self.hooks = HookController(
            rooms: rooms, sources: sources, keys: keys, limiter: limiter, intake: intake,
            retractions: PlatformRetractions(rooms: rooms, historyReader: historyReader),
            logger: logger)
        self.keys = KeyController(
            keys: keys, sources: sources, intake: intake, publicAddress: address)
        self.monitoring = MonitoringController(
            health: parts.health, release: configuration.release, metrics: parts.metrics,
            surroundings: parts.surroundings, journal: parts.journal, sharing: parts.sharing,
            rooms: rooms,
            assets: parts.assets, loop: parts.loop)
        self.pages = PageController(site: parts.site)
        self.retractions = RetractionController(
            rooms: rooms, recorder: recorder, historyReader: historyReader)
        self.rooms = RoomController(
            rooms: rooms, recorder: recorder, intake: intake, historyReader: historyReader,
            administration: RoomAdministration(settings: parts.settings, rooms: rooms) {
                [unowned frameScheduler] room in
                frameScheduler.close(room.streams, code: 1008, reason: "the room is suspended")
            },
            configurations: configurations, removal: parts.removal, assets: parts.assets,
            remoteViewers: remoteViewers, recovery: parts.loader.recovery, auditLog: parts.log,
            keepDays: configuration.keepDays, logger: logger)
        self.sources = SourceController(
            rooms: rooms, sources: sources, keys: keys, intake: intake, publicAddress: address)
        self.states = StateController(rooms: rooms, forecasts: parts.forecasts)
        self.streams = StreamController(
            rooms: rooms, loader: parts.loader, limiter: limiter, frameScheduler: frameScheduler,
            feeds: feeds, intake: intake, build: parts.site.build, metrics: parts.metrics)
        self.triggers = TriggerController(
            rooms: rooms, recorder: recorder, keys: keys, limiter: limiter)
        self.viewers = ViewerController(
            rooms: rooms, historyReader: historyReader, sender: frameScheduler.sender,
            remoteViewers: remoteViewers)
    }
}
