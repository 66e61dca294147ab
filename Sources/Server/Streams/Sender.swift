import Transport
import Wire

/// Sends viewers what they are to have: frames, notices, and that their connection lives.
///
/// Belongs to the loop's thread.
final class Sender {
    let fanout: Fanout
    private let metrics: Metrics
    private let encoder = FrameEncoder()
    let stragglers: Stragglers
    private let beat = Message(text: StreamMessage.beat)
    /// Called with a room after its first frame to a viewer that counts, since the server's start.
    var firstServed: (LiveRoom) -> Void = { _ in }

    init(loop: EventLoop, metrics: Metrics) throws(TransportError) {
        self.metrics = metrics
        let fanout = try Fanout(loop: loop)
        self.fanout = fanout
        stragglers = try Stragglers(loop: loop, fanout: fanout)
    }

    // MARK: Frames

    /// Encodes the newest frame for a viewer, and for those who lack the same.
    func prepare(for viewer: Viewer) {
        viewer.room.audience.prepare(for: viewer, with: encoder)
    }

    /// Sends a viewer what it lacks. One that is behind gets the newest state when it takes messages
    /// again.
    func serve(_ viewer: Viewer) {
        if viewer.isBehind {
            metrics.framesSkipped += 1
            return
        }
        let room = viewer.room
        metrics.framesSent += room.audience.serve(viewer, with: encoder)
        if room.noteServed(viewer) { firstServed(room) }
        if viewer.isBehind { stragglers.add(viewer) }
        noteSent(by: viewer)
    }

    /// Sends all viewers of a room what they lack. If some are still to be sent it since the last call,
    /// all are again once these have been: nobody waits for ever.
    func serveAll(of room: LiveRoom) {
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

    /// Notes what a viewer who can see has been sent.
    func noteSent(by viewer: Viewer) {
        if viewer.counts, viewer.isVisible, viewer.hasNewest { viewer.room.noteSent() }
    }

    // MARK: What is no frame

    /// Has all viewers of a room told what is to be heard, and what will be needed soon, before their
    /// next frame.
    func enqueueCues(of room: LiveRoom) {
        let audience = room.audience
        if room.transitions != audience.foreseenTransitions {
            audience.foreseenTransitions = room.transitions
            foretell(room)
        }
        let cues = room.cues.takeAll().map { Message(text: StreamMessage.cue($0)) }
        guard let first = cues.first else { return }
        let message = cues.count == 1 ? first : Message(joining: cues)
        for viewer in audience.viewers { viewer.enqueue(message) }
    }

    /// Has all viewers of a room told which files will be needed soon, if these are others now.
    private func foretell(_ room: LiveRoom) {
        let audience = room.audience
        guard audience.foresee(room.upcomingFiles) else { return }
        let message = Message(text: StreamMessage.ahead(audience.upcomingFiles))
        for viewer in audience.viewers { viewer.enqueue(message) }
    }

    /// Tells viewers that their connections live. One that is behind is told by its next frame.
    func sendBeats(to viewers: [Viewer]) {
        fanout.send(to: viewers) { [unowned self] viewer in
            if !viewer.isBehind, !viewer.send(beat) { stragglers.add(viewer) }
        }
    }

    /// Tells viewers something.
    func tell(_ notice: Message, to viewers: [Viewer]) {
        fanout.send(to: viewers) { [unowned self] viewer in
            viewer.enqueue(notice)
            tellWaiting(to: viewer)
        }
    }

    /// Tells a viewer what waits to be told.
    func tellWaiting(to viewer: Viewer) {
        if !viewer.isBehind, !viewer.sendNotices() { stragglers.add(viewer) }
    }
}
