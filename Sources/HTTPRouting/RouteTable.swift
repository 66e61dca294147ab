package import Texts

/// The list of a server's routes. It finds the route of a request.
///
/// The table is the only source: requests are matched with it, 404 and 405 responses follow from it, and the table in
/// `docs/api.md` is generated from it.
package struct RouteTable<Context: RouteContext>: Sendable {
    /// All routes, in the order of the documentation.
    package let all: [Route<Context>]
    let index: PathIndex

    package init(_ routes: [Route<Context>]) {
        all = routes
        index = PathIndex(routes.map(\.path))
    }

    /// Returns the routes that match a path, with any method.
    package func matches(of segments: [Text]) -> RouteMatches<Context> {
        RouteMatches(self, segments)
    }
}
