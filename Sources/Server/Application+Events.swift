import Stage
import Texts
import Timeline
import Transport
import Wire

/// Requests that change a room.
extension Application {
    func record(
        _ route: Route, _ request: Request, _ reply: @escaping (Response) -> Void
    ) throws(Problem) {
        guard case .patchConfiguration(let name) = route else {
            return try submit(route, request, reply)
        }
        rooms.glance(name).flights.onceConfigured { [unowned self] in
            do throws(Problem) {
                try submit(route, request, reply)
            } catch {
                reply(error.response)
                // What it waited for may have been refused, and nothing else have happened there.
                rooms.release(rooms.glance(name))
            }
        }
    }

    private func submit(
        _ route: Route, _ request: Request, _ reply: @escaping (Response) -> Void
    ) throws(Problem) {
        let (name, wanted) = try event(route, request)
        if let fault = wanted.fault, wanted.id == nil { throw fault }
        let room = try rooms.room(name)
        let answersConfiguration = route.isConfiguration
        intake.accept(
            Submission(
                room: room, id: wanted.id, kind: wanted.kind, patch: wanted.patch,
                fault: wanted.fault
            ) { [rooms] result in
                switch result {
                case .success(let acceptance):
                    reply(
                        answersConfiguration
                            ? .json(acceptance.configuration)
                            : .json(
                                acceptance.receipt.json, status: acceptance.isRepeat ? 200 : 202))
                case .failure(let problem):
                    reply(problem.response)
                    // A room that came into being for what is refused goes with it.
                    rooms.release(room)
                }
            })
    }

    private struct Wanted {
        var id: Text?
        var kind: Event.Kind
        var patch: JSON?
        /// Why it can't be under the configuration of now.
        var fault: Problem?
    }

    /// The room and the event that a request speaks of.
    private func event(
        _ route: Route, _ request: Request
    ) throws(Problem) -> (room: Text, wanted: Wanted) {
        func keyed(_ kind: Event.Kind) throws(Problem) -> Wanted {
            Wanted(id: try key(of: request), kind: kind)
        }
        return switch route {
        case .postGift(let room):
            (room, shown(in: room, try identified(request, body(request, EventBody.gift))))
        case .postCall(let room):
            (room, shown(in: room, try identified(request, body(request, EventBody.call))))
        case .control(let room):
            (room, try identified(request, body(request, EventBody.control)))
        case .tap(let room, let call): (room, try keyed(.tap(call: call)))
        case .dismiss(let room, let call): (room, try keyed(.dismiss(call: call)))
        case .putCounter(let room, let name):
            (room, try keyed(.counter(name: named(name), body(request, EventBody.counter))))
        case .deleteCounter(let room, let name): (room, try keyed(.deleteCounter(name: name)))
        case .postCaption(let room):
            (room, try identified(request, body(request, EventBody.caption)))
        case .deleteCaption(let room, let slot): (room, try keyed(.deleteCaption(slot: slot)))
        case .putConfiguration(let room):
            (room, try keyed(.configure(given(request))))
        case .patchConfiguration(let room): (room, try patched(room, by: request))
        default: preconditionFailure("not a route that records an event")
        }
    }

    /// What is wanted, at fault where the room's pages would not fetch its pictures.
    private func shown(in room: Text, _ wanted: Wanted) -> Wanted {
        let hosts = rooms.glance(room).room.configuration.stage.imageHosts
        let faults = wanted.kind.pictureFaults(hosts: hosts)
        var wanted = wanted
        if !faults.isEmpty { wanted.fault = .badContent(ContentError(problems: faults)) }
        return wanted
    }

    /// A counter's name, if it can be one.
    private func named(_ text: Text) throws(Problem) -> Text {
        do throws(ContentError) {
            return try EventBody.name(text)
        } catch {
            throw .badContent(error)
        }
    }

    private func given(_ request: Request) throws(Problem) -> Configuration {
        try body(request) { (json) throws(ContentError) in try ConfigurationDocument.read(json) }
    }

    private func patched(_ room: Text, by request: Request) throws(Problem) -> Wanted {
        let current = rooms.glance(room).room.configuration
        var wanted = Wanted(id: try key(of: request), kind: .configure(current))
        let patch = try body(request) { (json) throws(ContentError) in json }
        wanted.patch = patch
        do throws(ContentError) {
            wanted.kind = .configure(try ConfigurationDocument.patch(current, with: patch))
        } catch {
            wanted.fault = .badContent(error)
        }
        return wanted
    }

    /// What `read` makes of the request's body.
    private func body<Value>(
        _ request: Request, _ read: (JSON) throws(ContentError) -> Value
    ) throws(Problem) -> Value {
        guard request.hasJSONBody else { throw .mediaType }
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: request.body)
        } catch {
            throw .notJSON(error)
        }
        do throws(ContentError) {
            return try read(json)
        } catch {
            throw .badContent(error)
        }
    }

    // MARK: Ids

    private func identified(
        _ request: Request, _ wanted: EventBody.Request
    ) throws(Problem) -> Wanted {
        let key = try key(of: request)
        if let key, let id = wanted.id, key != id {
            throw .badContent(
                ContentError(problems: [
                    .init(pointer: "/id", detail: "differs from the header Idempotency-Key")
                ]))
        }
        return Wanted(id: wanted.id ?? key, kind: wanted.kind)
    }

    /// The header Idempotency-Key, with or without the quotes of a structured field.
    private func key(of request: Request) throws(Problem) -> Text? {
        guard var key = request.header("Idempotency-Key") else { return nil }
        let quote = UInt8(ascii: "\"")
        if key.byteCount >= 2, key.utf8.first == quote, key.utf8.last == quote {
            key = Text(decoding: key.utf8.dropFirst().dropLast())
        }
        // What is not UTF-8 was read as this: other ids would be the same then.
        guard !key.scalars.contains("\u{FFFD}") else {
            throw .badContent(
                ContentError(problems: [
                    .init(pointer: "/id", detail: "the header Idempotency-Key is not UTF-8")
                ]))
        }
        do throws(ContentError) {
            return try EventBody.id(key)
        } catch {
            throw .badContent(error)
        }
    }
}

extension Route {
    fileprivate var isConfiguration: Bool {
        switch self {
        case .putConfiguration, .patchConfiguration: true
        default: false
        }
    }
}
