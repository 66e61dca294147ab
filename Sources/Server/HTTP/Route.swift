import Texts
import Transport
import Wire

/// A call that the server takes: how it is asked for, who may make it, and what is done.
///
/// All that is said of calls stands in these rows: requests find theirs here, 404 and 405 come from
/// here, and so does the table of `docs/api.md`.
struct Route: Sendable {
    let method: Request.Method
    let path: PathPattern
    let access: Permission
    /// The status of the answer if all goes well.
    let status: Int
    /// Where `docs/api.md` tells more.
    let section: String
    /// What it does, for the documentation.
    let summary: String
    let action: Action
    /// What becomes of a body that is longer than most.
    var longBody = LongBody.refused

    /// Whether to ask is to do something: what only looks, or comes from another site, is not let in.
    var fires = false

    /// The same, where to ask is to do something.
    func firing() -> Route {
        var route = self
        route.fires = true
        return route
    }

    /// The same for longer bodies.
    func taking(_ longBody: LongBody) -> Route {
        var route = self
        route.longBody = longBody
        return route
    }

    /// What is done.
    enum Action: Sendable {
        /// Answers, at once or later, or throws why not.
        case answer(@Sendable (Application) -> (Call) throws(Problem) -> Void)
        /// Returns what is done with the stream once it stands, or throws why there is none. A request
        /// that does not ask for a WebSocket is told to.
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

    // MARK: Finding one

    /// No path without a tail has more segments.
    private static let mostSegments = 16

    private static let bySegmentCount = (0...mostSegments).map { count in
        Candidates(all.filter { $0.path.takes(segmentCount: count) })
    }

    /// The routes that a path of so many segments can have.
    private struct Candidates {
        let routes: [Route]
        /// The places of those that a path with this last segment can have.
        private let byLastWord: [Text: [Int]]
        /// The places of those that take any last segment.
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

    /// The routes at a path, of whatever method.
    struct Place {
        let segments: [Text]
        private let candidates: [Route]
        /// Where they stand among the candidates.
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

        /// Whether there is nothing at all.
        var isNowhere: Bool { indices.isEmpty }

        /// Whether whoever watches over the server may ask here, under any name.
        var isForMonitors: Bool {
            indices.contains {
                if case .monitors = candidates[$0].access { true } else { false }
            }
        }

        /// The route of a method; throws a 404 or 405 problem.
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
