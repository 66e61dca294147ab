import Stage
import Texts
import Transport
import Wire

/// WebSocket connections: viewers of a room.
extension Application {
    static let subprotocols = FrameForm.allCases.map { Text($0.rawValue) }

    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision {
        do throws(Problem) {
            let route = try route(of: request)
            guard case .stream(let open) = route.action else {
                throw .notFound("There is no stream at this path.")
            }
            guard origins.allows(request) else { throw .foreignOrigin }
            if intake.isClosed { throw .draining }
            let name = route.path.values(in: request.segments)[0]
            return .accept(
                subprotocol: offered.first, opened: try open(self)(request, name))
        } catch {
            return .refuse(error.response)
        }
    }

    /// Lets somebody watch a room.
    func stream(_ request: Request, of name: Text) throws(Problem) -> (Stream) -> Void {
        let rate = try rate(asked: request)
        guard rooms.hasPlace(for: name) else { throw .tooManyRooms }
        return { [unowned self] stream in
            do throws(Problem) {
                welcome(Viewer(stream: stream, room: try rooms.room(name), rate: rate))
            } catch {
                stream.close(code: 1011, reason: error.title)
            }
        }
    }

    /// The frames a second that `?fps=` asks for; the server's own rate where it does not.
    private func rate(asked request: Request) throws(Problem) -> Int {
        guard let rate = try request.number("fps", in: 1...60) else {
            return director.ticksPerSecond
        }
        return min(rate, director.ticksPerSecond)
    }

    private func welcome(_ viewer: Viewer) {
        let room = viewer.room
        viewer.stream.context = viewer
        room.advance(toNanoseconds: LoopTimer.now)
        viewer.owe(
            Message(
                text: StreamMessage.hello(
                    room: room.name, stage: room.room.configuration.stage,
                    framesPerSecond: viewer.rate, time: room.room.now, build: site.build)))
        director.joined(viewer)
    }

    func closed(_ stream: Stream, code: UInt16?) {
        guard let viewer = stream.context as? Viewer else { return }
        stream.context = nil
        director.left(viewer)
        rooms.release(viewer.room)
    }

    func writable(_ stream: Stream) {
        guard let viewer = stream.context as? Viewer else { return }
        director.caughtUp(viewer)
    }

    // MARK: What viewers say

    func received(_ stream: Stream, binary: [UInt8]) {
        stream.close(code: 1003, reason: "messages are JSON text")
    }

    func received(_ stream: Stream, text: [UInt8]) {
        guard let viewer = stream.context as? Viewer else { return }
        do {
            perform(try ViewerMessage(JSON(parsing: text)), of: viewer)
        } catch {
            stream.close(code: 1008, reason: "\(error)")
        }
    }

    private func perform(_ message: ViewerMessage, of viewer: Viewer) {
        switch message {
        case .tap(let call): submit(.tap(call: call), of: viewer)
        case .dismiss(let call): submit(.dismiss(call: call), of: viewer)
        case .visibility(let isVisible, _):
            guard viewer.isVisible != isVisible else { return }
            viewer.room.audience.setSight(of: viewer, isVisible: isVisible)
            director.sightChanged(of: viewer)
        case .rate(let framesPerSecond):
            viewer.rate = min(framesPerSecond, director.ticksPerSecond)
        }
    }

    /// A card that has left in the meantime is no fault of the viewer's, and what is too much is
    /// passed over: nobody is told.
    private func submit(_ kind: Event.Kind, of viewer: Viewer) {
        guard viewer.allowance.begin(atNanoseconds: LoopTimer.now) else {
            return metrics.count(kind.word, "refused")
        }
        intake.accept(
            Submission(room: viewer.room, id: nil, kind: kind) { _ in viewer.allowance.end() })
    }
}
