import Broadcast
import Logging
import Monitoring
import RoomRuntime
import Settings
import Transport

extension Sharing.Consequences {
    /// Calls the parts of a server, without retaining them.
    init(
        removal: RoomRemoval, frameScheduler: FrameScheduler, settings: Settings, metrics: Metrics,
        logger: Logger
    ) {
        self.init(
            erased: { [unowned removal] in removal.forget($0) },
            lost: { [unowned removal] in removal.reload($0) },
            differs: { [unowned removal] room in
                metrics.divergences += 1
                logger.error(
                    "servers have made different things of the events of room \(room.name)")
                removal.reload(room)
            },
            clockChanged: { [unowned frameScheduler] in frameScheduler.clockChanged(of: $0) },
            doubtful: { [unowned settings] in settings.doubt() },
            speakerChanged: { [unowned frameScheduler] in frameScheduler.settleSpeaker(of: $0) },
            reloads: { [unowned frameScheduler] in $0.reload($1, frameScheduler.sender) })
    }
}

extension FrameScheduler {
    /// Reports viewers to the other servers, if there are any.
    func report(to attending: Attending?) {
        guard let attending else { return }
        attendanceChanged = { [unowned attending] in attending.note($0) }
        isVoiceHeard = { $0.isVoiceHeard(atNanoseconds: LoopTimer.now) }
    }
}
