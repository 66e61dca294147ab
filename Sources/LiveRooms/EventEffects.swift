package import Broadcast
import Journal
package import Monitoring
import RoomRuntime
import Stage
import Texts
package import Timeline
import Transport
import Wire

/// Applies an event to its room and reports it to studios, viewers and metrics.
package final class EventEffects {
    package let frameScheduler: FrameScheduler
    /// Called after an event of this server's clients, with its room, if an alert of the room waits for a speech.
    package var speechAwaited: (LiveRoom) -> Void = { _ in }
    private let metrics: Metrics

    package init(frameScheduler: FrameScheduler, metrics: Metrics) {
        self.frameScheduler = frameScheduler
        self.metrics = metrics
    }

    /// Applies an event to its room and reports it to studios and viewers. `isOwn`: a client of this server sent it.
    /// `applied` is called between the two.
    package func apply(
        _ occurrence: Occurrence, seq: Int64, at time: Instant, to room: LiveRoom,
        isOwn: Bool = true, applied: (Receipt) -> Void = { _ in }
    ) -> Receipt {
        let kind = occurrence.kind
        let before: Configuration? = if case .configure = kind { room.configuration } else { nil }
        let tap = tapNotice(kind, in: room.timeline)
        let event = Event(seq: seq, id: occurrence.id, kind: kind)
        let (outcome, alert) = room.apply(event, at: time, cameAt: occurrence.at)
        let receipt = Receipt(
            id: occurrence.id, seq: seq, time: time, at: occurrence.at, outcome: outcome,
            alert: alert)
        applied(receipt)
        if isOwn { metrics.count(kind.word, outcome.word) }
        room.output.observer?.eventWasApplied(
            kind, receipt.entry(of: occurrence.told()), steers: kind.isSteering)
        if isOwn, room.timeline.base.awaitsSpeech { speechAwaited(room) }
        if let tap { frameScheduler.announcements.tell(tap, in: room.output) }
        switch kind {
        case .control(.start):
            // Only the server that got the command starts the room without viewers.
            if isOwn { room.output.startWithoutViewer() }
            frameScheduler.configured(room.output, atNanoseconds: LoopTimer.now)
        case .configure:
            frameScheduler.configured(room.output, atNanoseconds: LoopTimer.now)
            if let before { tellChange(of: room.output, from: before) }
        default: break
        }
        return receipt
    }

    /// Sends viewers the parts of the configuration that they depend on, if these have changed.
    private func tellChange(of room: RoomOutput, from before: Configuration) {
        let now = room.timeline.configuration
        if !before.stage.isTold(as: now.stage) {
            frameScheduler.reconnectAll(of: room)
            return
        }
        if before.look != now.look {
            frameScheduler.announcements.tell(Message(text: StreamMessage.look(now.look)), in: room)
        }
        let volume = now.sounds.flourishVolume
        if before.sounds.flourishVolume != volume {
            frameScheduler.announcements.tell(
                Message(text: StreamMessage.flourish(volume: volume)), in: room)
        }
    }

    /// Returns the notice about a tap for the room's viewers; nil if the event is not a tap on a present call.
    private func tapNotice(_ kind: Event.Kind, in room: RoomTimeline) -> Message? {
        guard case .tap(let call) = kind, let caller = room.room.caller(of: call) else {
            return nil
        }
        return Message(text: StreamMessage.tap(call: call, caller: caller))
    }
}

extension StageConfiguration {
    /// True if both have the same values for viewers.
    fileprivate func isTold(as other: StageConfiguration) -> Bool {
        width == other.width && height == other.height && imageHosts == other.imageHosts
    }
}

extension Event.Kind {
    /// True if the event changes the queues in another way than by adding to them.
    fileprivate var isSteering: Bool {
        switch self {
        case .control, .skip, .configure, .deleteCombo, .moveCombo, .deleteAlert, .moveAlert,
            .hideMessage, .takeBack:
            true
        default: false
        }
    }
}
