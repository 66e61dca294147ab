package import Texts
package import Transport
import Wire

/// The routes of a table that match the path of a request, with any method.
package struct RouteMatches<Context: RouteContext> {
    private let table: RouteTable<Context>
    private let segments: [Text]
    private let places: PathIndex.Places

    init(_ table: RouteTable<Context>, _ segments: [Text]) {
        self.table = table
        self.segments = segments
        places = table.index.places(of: segments)
    }

    /// True if no route matches the path.
    package var isEmpty: Bool { places.indices.isEmpty }

    package var routes: [Route<Context>] { places.indices.map { table.all[$0] } }

    /// Returns the route for a method. Throws a 404 or 405 problem.
    package func route(_ method: Request.Method) throws(Problem) -> Route<Context> {
        let wanted = method == .head ? .get : method
        for index in places.indices where table.all[index].method == wanted {
            let route = table.all[index]
            if method != .head || !route.fires { return route }
        }
        guard isEmpty else {
            throw .methodNotAllowed(
                routes.flatMap { $0.method == .get && !$0.fires ? [.get, .head] : [$0.method] })
        }
        throw missing
    }

    /// The 404 problem, with the path that the client may have meant.
    private var missing: Problem {
        let reason = places.hasInvalidRoom ? RoomName.rule : "There is nothing at this path."
        if let meant = table.index.suggestion(for: segments) {
            return .notFound("\(reason) Did you mean \(meant)?")
        }
        return .notFound(
            places.hasInvalidRoom
                ? reason
                : "\(reason) The studio is at /studio/main, the overlay at /overlay/main.")
    }

    /// Returns the right path and query if a browser asks for a page with a misspelled path, such as `/overlay/Main` or
    /// `/studio/main/`; nil: the path is right, or no page is meant.
    package func correctedPage(for request: Request) -> Text? {
        guard isEmpty, request.method == .get || request.method == .head,
            let first = segments.first?.asciiLowercased,
            first == "overlay" || first == "studio",
            let path = table.index.suggestion(for: segments)
        else { return nil }
        return request.query.map { "\(path)?\($0)" } ?? path
    }
}
