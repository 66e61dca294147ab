package import Monitoring
import RoomRuntime
package import Transport
import Wire

/// Sends frames, notices and heartbeats to viewers, for the frame clock, `Announcements` and `Heartbeat`.
///
/// Used only on the event loop's thread.
package final class Sender {
    let fanout: Fanout
    private let metrics: Metrics
    private let encoder = FrameEncoder()
    let stragglers: Stragglers
    private let beat = Message(text: StreamMessage.beat)
    /// Called with a room after its first frame to a viewer that counts, since the server's start.
    var firstServed: (RoomOutput) -> Void = { _ in }

    package init(loop: EventLoop, metrics: Metrics) throws(TransportError) {
        self.metrics = metrics
        let fanout = try Fanout(loop: loop)
        self.fanout = fanout
        stragglers = try Stragglers(loop: loop, fanout: fanout)
    }

    // MARK: Frames

    /// Encodes the newest frame for a viewer, and for other viewers with the same previous frame.
    func prepare(for viewer: Viewer) {
        viewer.output.audience.prepare(for: viewer, with: encoder)
    }

    /// Sends a viewer its notices and the newest frame. A viewer that is behind gets them once its connection accepts
    /// messages again.
    package func serve(_ viewer: Viewer) {
        if viewer.isBehind {
            metrics.framesSkipped += 1
            return
        }
        let room = viewer.output
        metrics.framesSent += room.audience.serve(viewer, with: encoder)
        if room.recordServed(viewer) { firstServed(room) }
        if viewer.isBehind { stragglers.add(viewer) }
        recordSent(to: viewer)
    }

    /// Sends the newest frame to all viewers of a room. If an earlier call is still in progress, all viewers are served
    /// again after it, so that no viewer waits forever.
    func serveAll(of room: RoomOutput) {
        let audience = room.audience
        if audience.isBeingServed {
            audience.isToBeServedAgain = true
            return
        }
        if audience.viewers.count <= Fanout.sendsAtOnce {
            for viewer in audience.viewers { serve(viewer) }
            return
        }
        audience.isBeingServed = true
        fanout.send(
            to: audience.viewers, { [unowned self] in serve($0) },
            ended: { [unowned self] in
                audience.isBeingServed = false
                guard audience.isToBeServedAgain else { return }
                audience.isToBeServedAgain = false
                serveAll(of: room)
            })
    }

    /// Records that a visible viewer has been sent the newest frame.
    func recordSent(to viewer: Viewer) {
        if viewer.counts, viewer.isVisible, viewer.hasNewest { viewer.output.recordSent() }
    }

    // MARK: Other messages

    /// Queues the room's sound cues and the list of files to load in advance. Viewers get them before their next frame.
    func enqueueCues(of room: RoomOutput) {
        let audience = room.audience
        if room.timeline.transitions != audience.foreseenTransitions {
            audience.foreseenTransitions = room.timeline.transitions
            foretell(room)
        }
        let cues = room.takeCues().map { Message(text: StreamMessage.cue($0)) }
        guard let first = cues.first else { return }
        let message = cues.count == 1 ? first : Message(joining: cues)
        for viewer in audience.viewers { viewer.enqueue(message) }
    }

    /// Queues the list of files to load in advance, if it has changed.
    private func foretell(_ room: RoomOutput) {
        let audience = room.audience
        guard audience.foresee(room.upcomingFiles) else { return }
        let message = Message(text: StreamMessage.ahead(audience.upcomingFiles))
        for viewer in audience.viewers { viewer.enqueue(message) }
    }

    /// Sends a heartbeat to viewers. A viewer that is behind needs none, because its next frame serves the same
    /// purpose.
    func sendBeats(to viewers: [Viewer]) {
        fanout.send(to: viewers) { [unowned self] viewer in
            if !viewer.isBehind, !viewer.send(beat) { stragglers.add(viewer) }
        }
    }

    /// Sends a notice to viewers.
    package func tell(_ notice: Message, to viewers: [Viewer]) {
        fanout.send(to: viewers) { [unowned self] viewer in
            viewer.enqueue(notice)
            tellWaiting(to: viewer)
        }
    }

    /// Sends a viewer its queued notices.
    func tellWaiting(to viewer: Viewer) {
        if !viewer.isBehind, !viewer.sendNotices() { stragglers.add(viewer) }
    }
}
