import Access
import Broadcast
import Cluster
import HTTPRouting
import History
import LiveRooms
import Monitoring
import Pages
import RoomRuntime
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Makes the WebSocket connections to a room viewers, which receive frames, or studios, which receive events and queues.
/// Handles their messages.
final class StreamController {
    private let rooms: Rooms
    private let loader: RoomLoader
    private let limiter: Limiter
    private let frameScheduler: FrameScheduler
    private let feeds: Feeds
    private let intake: Intake
    /// The version of the pages.
    private let build: Text
    private let metrics: Metrics

    init(
        rooms: Rooms, loader: RoomLoader, limiter: Limiter, frameScheduler: FrameScheduler,
        feeds: Feeds, intake: Intake, build: Text, metrics: Metrics
    ) {
        self.rooms = rooms
        self.loader = loader
        self.limiter = limiter
        self.frameScheduler = frameScheduler
        self.feeds = feeds
        self.intake = intake
        self.build = build
        self.metrics = metrics
    }

    static let subprotocols = FrameForm.allCases.map { Text($0.rawValue) }

    /// The number of the newest viewer: how many viewers have connected since the start.
    private var viewerNumber = 0

    /// Checks if a client may watch a room. Returns a function that makes its new stream a viewer or a
    /// studio; throws the refusal.
    func open(
        _ request: Request, of name: Text, for admission: Admission
    ) throws(Problem) -> (Stream) -> Void {
        let rate = try rate(asked: request)
        let role = try role(asked: request)
        let admission = admission.unless { [rooms] () throws(Problem) in
            if let suspension = rooms.adminSettings(of: name).suspension {
                throw .suspended(suspension)
            }
        }
        let caller = try admission.caller()
        guard role.permission.allows(caller, in: name) else { throw .forbidden }
        try limiter.takeJoin(
            of: name, by: caller, viewers: rooms.existing(name)?.output.audience.viewers.count ?? 0)
        guard rooms.makePlace(for: name) else { throw .tooManyRooms }
        return { [unowned self] stream in
            let newcomer = Newcomer()
            stream.context = newcomer
            loader.whenLoaded(name, for: admission) { [unowned self] problem in
                guard !newcomer.isGone else { return }
                do throws(Problem) {
                    if let problem { throw problem }
                    let room = try rooms.room(name)
                    if role == .studio {
                        try welcome(
                            StudioConnection(
                                stream: stream, output: room.output, admission: admission))
                    } else {
                        // Other viewers may have joined while the room was loaded.
                        try limiter.checkPlace(besideViewers: room.output.audience.viewers.count)
                        viewerNumber += 1
                        try welcome(
                            Viewer(
                                stream: stream, number: viewerNumber, role: role,
                                output: room.output, admission: admission,
                                rate: rate))
                    }
                    for text in newcomer.takeTexts() { received(stream, text: text) }
                } catch {
                    stream.context = nil
                    stream.close(code: error.closeCode, reason: error.title)
                }
            }
        }
    }

    /// Parses the role in `?role=`; without one the stream is an overlay's.
    private func role(asked request: Request) throws(Problem) -> StreamRole {
        guard let word = request.queryItem("role") else { return .overlay }
        if let role = StreamRole(word: word) { return role }
        let words = StreamRole.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badContent(
            ContentError(problems: [.init(pointer: "?role", detail: "must be one of \(words)")]))
    }

    /// Parses the frames a second in `?fps=`: at most the server's rate, which is the default.
    private func rate(asked request: Request) throws(Problem) -> Int {
        guard let rate = try request.number("fps", in: 1...60) else {
            return frameScheduler.clock.ticksPerSecond
        }
        return min(rate, frameScheduler.clock.ticksPerSecond)
    }

    private func welcome(_ viewer: Viewer) {
        let timeline = viewer.output.timeline
        viewer.stream.context = viewer
        timeline.advance(toNanoseconds: LoopTimer.now)
        viewer.enqueue(
            hello(
                timeline, timeline.configuration, framesPerSecond: viewer.rate, to: viewer.caller))
        frameScheduler.joined(viewer)
    }

    private func welcome(_ studio: StudioConnection) {
        studio.stream.context = studio
        let timeline = studio.output.timeline
        timeline.advance(toNanoseconds: LoopTimer.now)
        _ = studio.send(
            hello(
                timeline,
                studio.parts.contains(.configuration) ? timeline.configuration : nil,
                framesPerSecond: frameScheduler.clock.ticksPerSecond, to: studio.caller))
        feeds.add(studio)
    }

    private func hello(
        _ timeline: RoomTimeline, _ configuration: Configuration?, framesPerSecond: Int,
        to caller: Caller
    ) -> Message {
        Message(
            text: StreamMessage.hello(
                room: timeline.name, configuration: configuration,
                framesPerSecond: framesPerSecond, time: timeline.room.now, build: build,
                may: caller.role?.word ?? ""))
    }

    func closed(_ stream: Stream, code: UInt16?) {
        switch stream.context {
        case let viewer as Viewer:
            frameScheduler.left(viewer)
            release(viewer.output)
        case let studio as StudioConnection:
            feeds.remove(studio)
            release(studio.output)
        case let newcomer as Newcomer: newcomer.isGone = true
        default: break
        }
        stream.context = nil
    }

    /// Removes an unused room after a viewer or a studio has left it.
    private func release(_ output: RoomOutput) {
        if let room = rooms.room(of: output) { rooms.release(room) }
    }

    func writable(_ stream: Stream) {
        switch stream.context {
        case let viewer as Viewer: frameScheduler.caughtUp(viewer)
        case let studio as StudioConnection: studio.catchUp()
        default: break
        }
    }

    // MARK: Messages of clients

    func received(_ stream: Stream, binary: [UInt8]) {
        stream.close(code: 1003, reason: "messages are JSON text")
    }

    func received(_ stream: Stream, text: [UInt8]) {
        if let newcomer = stream.context as? Newcomer, newcomer.hear(text) { return }
        guard let client = stream.context as? any StreamClient,
            limiter.takeMessage(of: client)
        else {
            return stream.close(code: 1008, reason: "too many messages")
        }
        do {
            let message = try ViewerMessage(JSON(parsing: text))
            // A studio controls the room by HTTP requests, so messages on its stream are ignored.
            if let viewer = stream.context as? Viewer { perform(message, of: viewer) }
        } catch {
            stream.close(code: 1008, reason: "\(error)")
        }
    }

    /// Handles a viewer's message. A message that the viewer's key does not allow is ignored, because the
    /// page can't know the key's rights. If the key has been revoked, the stream is closed soon.
    private func perform(_ message: ViewerMessage, of viewer: Viewer) {
        guard viewer.admission.problem == nil,
            message.permission.allows(viewer.caller, in: viewer.roomName)
        else {
            metrics.messagesRefused += 1
            return
        }
        switch message {
        case .tap(let call): submit(.tap(call: call), of: viewer)
        case .dismiss(let call): submit(.dismiss(call: call), of: viewer)
        case .visibility(let isVisible, let isActive):
            viewer.isActive = isActive
            viewer.saysVisible = isVisible
            if viewer.output.updateVisibility(of: viewer) {
                frameScheduler.visibilityChanged(of: viewer)
            }
            frameScheduler.settleSpeaker(of: viewer)
        case .rate(let framesPerSecond):
            viewer.rate = min(framesPerSecond, frameScheduler.clock.ticksPerSecond)
        case .about(let build, let width, let height):
            viewer.about = .init(build: build, width: width, height: height)
            frameScheduler.attendanceChanged(viewer.output)
        case .quality(let reduction):
            guard viewer.reports.take(Viewer.reportRate, atNanoseconds: LoopTimer.now),
                reduction != viewer.reduction
            else { return }
            viewer.reduction = reduction
            frameScheduler.attendanceChanged(viewer.output)
        }
    }

    /// Submits a viewer's tap or dismissal, without an answer. A card that has left meanwhile is not the
    /// viewer's mistake. A submission over the limit is only counted.
    private func submit(_ kind: Event.Kind, of viewer: Viewer) {
        guard viewer.interactions.begin(atNanoseconds: LoopTimer.now) else {
            return metrics.count(kind.word, "refused")
        }
        do throws(Problem) {
            try limiter.takeEvent(
                kind, for: viewer.roomName, with: viewer.output.timeline.room, by: viewer.caller)
        } catch {
            viewer.interactions.end()
            return metrics.count(kind.word, "refused")
        }
        guard let room = rooms.room(of: viewer.output) else { return viewer.interactions.end() }
        intake.accept(
            Submission(room: room, id: nil, kind: kind, admission: viewer.admission) { _ in
                viewer.interactions.end()
            })
    }
}

extension Problem {
    /// The close code of a stream that could not begin. 1008 means an invalid key or a suspended room, and 1013 means
    /// that the page may connect again.
    fileprivate var closeCode: UInt16 {
        switch status {
        case 401, 403, 423: 1008
        default: 1013
        }
    }
}
