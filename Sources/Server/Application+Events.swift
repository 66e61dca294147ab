import Stage
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
        let room = try rooms.room(name)
        let answersConfiguration = route.isConfiguration
        intake.accept(
            Submission(room: room, id: wanted.id, kind: wanted.kind) { [rooms] result in
                switch result {
                case .success(let acceptance):
                    reply(
                        answersConfiguration
                            ? .json(ConfigurationDocument.write(room.room.configuration))
                            : .json(
                                acceptance.receipt.json, status: acceptance.isRepeat ? 200 : 202))
                case .failure(let problem):
                    reply(problem.response)
                    // A room that came into being for what is refused goes with it.
                    rooms.release(room)
                }
            })
    }

    private typealias Wanted = (id: String?, kind: Event.Kind)

    /// The room and the event that a request speaks of.
    private func event(
        _ route: Route, _ request: Request
    ) throws(Problem) -> (room: String, wanted: Wanted) {
        switch route {
        case .postGift(let room):
            (room, try identified(request, body(request, EventBody.gift)))
        case .postCall(let room):
            (room, try identified(request, body(request, EventBody.call)))
        case .control(let room):
            (room, try identified(request, body(request, EventBody.control)))
        case .tap(let room, let call):
            (room, (try key(of: request), .tap(call: call)))
        case .dismiss(let room, let call):
            (room, (nil, .dismiss(call: call)))
        case .putCounter(let room, let name):
            (room, (nil, .counter(name: try named(name), try body(request, EventBody.counter))))
        case .deleteCounter(let room, let name):
            (room, (nil, .deleteCounter(name: name)))
        case .postCaption(let room):
            (room, try identified(request, body(request, EventBody.caption)))
        case .deleteCaption(let room, let slot):
            (room, (nil, .deleteCaption(slot: slot)))
        case .putConfiguration(let room):
            (room, (nil, .configure(try body(request, ConfigurationDocument.read))))
        case .patchConfiguration(let room):
            (room, (nil, .configure(try patched(room, by: request))))
        default: preconditionFailure("not a route that records an event")
        }
    }

    /// A counter's name, if it can be one.
    private func named(_ text: String) throws(Problem) -> String {
        do throws(ContentError) {
            return try EventBody.name(text)
        } catch {
            throw .badContent(error)
        }
    }

    private func patched(_ room: String, by request: Request) throws(Problem) -> Configuration {
        let current = rooms.glance(room).room.configuration
        return try body(request) { (json) throws(ContentError) in
            try ConfigurationDocument.patch(current, with: json)
        }
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
        return (wanted.id ?? key, wanted.kind)
    }

    /// The header Idempotency-Key, with or without the quotes of a structured field.
    private func key(of request: Request) throws(Problem) -> String? {
        guard var key = request.header("Idempotency-Key") else { return nil }
        if key.count >= 2, key.hasPrefix("\""), key.hasSuffix("\"") {
            key = String(key.dropFirst().dropLast())
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

extension Request {
    /// Whether the body says that it is JSON, a merge patch (RFC 7396) included.
    fileprivate var hasJSONBody: Bool {
        guard let type = header("Content-Type")?.split(separator: ";").first else { return false }
        let name = type.lowercased().filter { $0 != " " && $0 != "\t" }
        return name == "application/json"
            || (method == .patch && name == "application/merge-patch+json")
    }
}

extension Response {
    static func json(_ json: JSON, status: Int = 200) -> Response {
        .json(json.encoded, status: status)
    }

    static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
        Response(
            status: status,
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: bytes)
    }
}
