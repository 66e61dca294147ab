import Broadcast
import Cluster
import LiveRooms
import Logging
import Monitoring
import Transport
import Webhooks

/// The work that the server does once a second, such as logging new faults, counting gifts whose wait is over,
/// subtracting the time that clocks have lost, ending the periods of leaders,
/// recording the ends of clocks, and having messages spoken.
final class OncePerSecond {
    private let frameScheduler: FrameScheduler
    private let metrics: Metrics
    private let surroundings: Surroundings
    private let sources: SourceSettings
    private let reports: ReportReleases
    private let lostTime: LostTime
    private let rooms: Rooms
    private let speeches: Speeches
    private let intake: Intake
    private let health: Health
    private let supervisor: Supervisor?
    private let logger: Logger
    private var incidents = Incidents()
    private var watch: Watch!

    init(
        loop: EventLoop, frameScheduler: FrameScheduler, metrics: Metrics,
        surroundings: Surroundings, sources: SourceSettings, reports: ReportReleases,
        lostTime: LostTime, rooms: Rooms, speeches: Speeches, intake: Intake, health: Health,
        supervisor: Supervisor?,
        logger: Logger
    ) throws(TransportError) {
        self.frameScheduler = frameScheduler
        self.metrics = metrics
        self.surroundings = surroundings
        self.sources = sources
        self.reports = reports
        self.lostTime = lostTime
        self.rooms = rooms
        self.speeches = speeches
        self.intake = intake
        self.health = health
        self.supervisor = supervisor
        self.logger = logger
        watch = try Watch(loop: loop) { [unowned self] in run(lagNanoseconds: $0) }
    }

    private func run(lagNanoseconds: UInt64) {
        metrics.observeLag(seconds: Double(lagNanoseconds) / 1e9)
        if !frameScheduler.clock.isTicking {
            metrics.observeRest(ticks: frameScheduler.clock.ticksPerSecond)
        }
        surroundings.renew()
        sources.keepPassed(atNanoseconds: LoopTimer.now)
        if !intake.isClosed {
            reports.releaseDue()
            lostTime.subtractDue()
            for room in rooms.all { intake.endLeaderPeriod(of: room) }
            ClockEnds(rooms: rooms, intake: intake).recordDue()
            speeches.speakDue()
        }
        logTroubles()
        if let supervisor, supervisor.isWatchdog { supervisor.tell(.alive) }
    }

    private func logTroubles() {
        for line in incidents.lines(for: health.troubles, atNanoseconds: LoopTimer.now) {
            switch line {
            case .began(let text): logger.error("\(text)")
            case .ended(let text, let seconds):
                logger.notice("over after \(seconds) s: \(text)")
            }
        }
    }
}
