import Texts
import Transport
import Wire

/// An HTTP call or WebSocket of the server, with its method and path, its permission and its handler.
///
/// The list of routes is the only source: requests are matched with it, 404 and 405 responses follow from it,
/// and the table in `docs/api.md` is generated from it.
struct Route: Sendable {
    let method: Request.Method
    let path: PathPattern
    let access: Permission
    /// The status of a successful answer.
    let status: Int
    /// The section of `docs/api.md` about the call.
    let section: String
    /// A description for the documentation.
    let summary: String
    let action: Action
    /// The handling of a body that is longer than usual.
    var longBody = LongBody.refused

    /// True if a GET request has an effect: other sites' pages may not send it, and HEAD is not possible.
    var fires = false

    /// Returns this route, for a GET request that has an effect.
    func firing() -> Route {
        var route = self
        route.fires = true
        return route
    }

    /// Returns this route with another handling of long bodies.
    func taking(_ longBody: LongBody) -> Route {
        var route = self
        route.longBody = longBody
        return route
    }

    /// The handler of a route.
    enum Action: Sendable {
        /// Answers the call, at once or later, or throws the problem.
        case answer(@Sendable (Application) -> (Call) throws(Problem) -> Void)
        /// Returns a function that takes the opened stream, or throws the refusal. A request without a
        /// WebSocket handshake gets status 426.
        case stream(
            @Sendable (Application) -> (Request, Text, Admission) throws(Problem) -> (Stream) ->
                Void)
    }

    init(
        _ method: Request.Method, _ path: String, _ access: Permission, _ status: Int,
        _ section: String, _ summary: String, _ action: Action
    ) {
        self.method = method
        self.path = PathPattern(path)
        self.access = access
        self.status = status
        self.section = section
        self.summary = summary
        self.action = action
    }

    // MARK: Matching

    /// The largest number of segments in a path without a tail.
    private static let mostSegments = 16

    private static let bySegmentCount = (0...mostSegments).map { count in
        Candidates(all.filter { $0.path.takes(segmentCount: count) })
    }

    /// The routes for paths with a certain number of segments.
    private struct Candidates {
        let routes: [Route]
        /// The indices of the routes that can match a path with this last segment.
        private let byLastWord: [Text: [Int]]
        /// The indices of the routes with a variable as their last segment.
        private let open: [Int]

        init(_ routes: [Route]) {
            self.routes = routes
            let words = routes.map(\.path.lastWord)
            open = words.indices.filter { words[$0] == nil }
            byLastWord = words.reduce(into: [:]) { places, word in
                guard let word else { return }
                places[word] = words.indices.filter { words[$0] == nil || words[$0] == word }
            }
        }

        func places(lastSegment: Text?) -> [Int] { lastSegment.flatMap { byLastWord[$0] } ?? open }
    }

    /// The routes that match a path, with any method.
    struct Place {
        let segments: [Text]
        private let candidates: [Route]
        /// The indices of the matching candidates.
        private var indices: [Int] = []
        private var nearly = false

        init(_ segments: [Text]) {
            self.segments = segments
            let candidates = Route.bySegmentCount[min(segments.count, mostSegments)]
            self.candidates = candidates.routes
            for place in candidates.places(lastSegment: segments.last) {
                switch candidates.routes[place].path.fit(segments) {
                case .whole: indices.append(place)
                case .butForRoom: nearly = true
                case .none: break
                }
            }
        }

        /// True if no route matches the path.
        var isNowhere: Bool { indices.isEmpty }

        /// True if a route is for monitoring, so that the request may use any host name.
        var isForMonitors: Bool {
            indices.contains {
                if case .monitors = candidates[$0].access { true } else { false }
            }
        }

        /// Returns the route for a method. Throws a 404 or 405 problem.
        func route(_ method: Request.Method) throws(Problem) -> Route {
            let asked = method == .head ? .get : method
            let found = indices.first {
                candidates[$0].method == asked && !(method == .head && candidates[$0].fires)
            }
            if let found { return candidates[found] }
            let routes = indices.map { candidates[$0] }
            if !routes.isEmpty {
                throw .methodNotAllowed(
                    routes.flatMap {
                        $0.method == .get && !$0.fires ? [.get, .head] : [$0.method]
                    })
            }
            let reason = nearly ? RoomName.rule : "There is nothing at this path."
            if let meant = Guess(segments).path {
                throw .notFound("\(reason) Did you mean \(meant)?")
            }
            throw .notFound(
                nearly
                    ? reason
                    : "\(reason) The studio is at /studio/main, the overlay at /overlay/main.")
        }
    }
}
