import Texts
import Transport

/// What a request asks for.
enum Route {
    case postGift(room: Text)
    case postCall(room: Text)
    case dismiss(room: Text, call: Text)
    case tap(room: Text, call: Text)
    case putCounter(room: Text, name: Text)
    case deleteCounter(room: Text, name: Text)
    case postCaption(room: Text)
    case deleteCaption(room: Text, slot: Text)
    case control(room: Text)
    case getConfiguration(room: Text)
    case putConfiguration(room: Text)
    case patchConfiguration(room: Text)
    case frame(room: Text)
    case state(room: Text)
    case events(room: Text)
    case event(room: Text, id: Text)
    case stream(room: Text)
    case rooms
    case deleteRoom(room: Text)
    case health
    case readiness
    case metrics
    case schema
    case overlay(room: Text)
    case file(path: [Text])

    /// Finds the route of a method and a path; throws a 404 or 405 problem.
    init(_ method: Request.Method, _ segments: [Text]) throws(Problem) {
        let methods = try Self.methods(at: segments)
        let asked = method == .head ? .get : method
        guard let route = methods.first(where: { $0.method == asked })?.route else {
            throw .methodNotAllowed(
                methods.flatMap { $0.method == .get ? [.get, .head] : [$0.method] })
        }
        self = route
    }

    /// Whether a path is one at which whoever watches over the server asks how it is: under any name,
    /// for it may know no other than an address within some network.
    static func isHealth(_ segments: [Text]) -> Bool {
        segments == ["healthz"] || segments == ["readyz"]
    }

    private typealias Choice = (method: Request.Method, route: Route)

    private static func methods(at segments: [Text]) throws(Problem) -> [Choice] {
        switch segments.first {
        case "v1" where segments.count == 2 && segments[1] == "rooms": return [(.get, .rooms)]
        case "v1" where segments.count >= 3 && segments[1] == "rooms":
            let room = try roomName(segments[2])
            if let choices = roomMethods(room, Array(segments[3...])) { return choices }
        case "v1" where segments == ["v1", "schema", "config"]: return [(.get, .schema)]
        case "overlay" where segments.count == 2:
            return [(.get, .overlay(room: try roomName(segments[1])))]
        case "web" where segments.count > 1:
            return [(.get, .file(path: Array(segments[1...])))]
        case "healthz" where segments.count == 1: return [(.get, .health)]
        case "readyz" where segments.count == 1: return [(.get, .readiness)]
        case "metrics" where segments.count == 1: return [(.get, .metrics)]
        default: break
        }
        throw .notFound("There is nothing at this path. The overlay is at /overlay/main.")
    }

    private static func roomMethods(_ room: Text, _ rest: [Text]) -> [Choice]? {
        switch (rest.first, rest.count) {
        case (nil, 0): [(.delete, .deleteRoom(room: room))]
        case ("gifts", 1): [(.post, .postGift(room: room))]
        case ("calls", 1): [(.post, .postCall(room: room))]
        case ("calls", 2): [(.delete, .dismiss(room: room, call: rest[1]))]
        case ("calls", 3) where rest[2] == "tap": [(.post, .tap(room: room, call: rest[1]))]
        case ("counters", 2):
            [
                (.put, .putCounter(room: room, name: rest[1])),
                (.delete, .deleteCounter(room: room, name: rest[1])),
            ]
        case ("captions", 1): [(.post, .postCaption(room: room))]
        case ("captions", 2): [(.delete, .deleteCaption(room: room, slot: rest[1]))]
        case ("control", 1): [(.post, .control(room: room))]
        case ("config", 1):
            [
                (.get, .getConfiguration(room: room)), (.put, .putConfiguration(room: room)),
                (.patch, .patchConfiguration(room: room)),
            ]
        case ("frame", 1): [(.get, .frame(room: room))]
        case ("state", 1): [(.get, .state(room: room))]
        case ("events", 1): [(.get, .events(room: room))]
        case ("events", 2): [(.get, .event(room: room, id: rest[1]))]
        case ("stream", 1): [(.get, .stream(room: room))]
        default: nil
        }
    }

    /// A room's name, if it is one.
    private static func roomName(_ text: Text) throws(Problem) -> Text {
        guard RoomName.isValid(text) else { throw .notFound(RoomName.rule) }
        return text
    }
}
