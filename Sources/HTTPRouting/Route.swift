package import Texts
package import Transport

/// One row of a server's route table: an HTTP call or WebSocket, with its method, path, access rule and handler.
package struct Route<Context: RouteContext>: Sendable {
    package let method: Request.Method
    package let path: PathPattern
    package let access: Context.Access
    /// The status of a successful answer.
    package let status: Int
    /// The section of `docs/api.md` about the call.
    package let section: String
    /// A description for the documentation.
    package let summary: String
    package let action: Action
    /// The handling of a body that is longer than usual.
    package private(set) var longBody = LongBody.refused
    /// True if a GET request has an effect: other sites' pages may not send it, and HEAD is not possible.
    package private(set) var fires = false

    /// The handler of a route.
    package enum Action: Sendable {
        /// Answers the call, at once or later, or throws the problem.
        case handle(@Sendable (Context) -> (Context.RoutedCall) throws(Problem) -> Void)
        /// Returns a function that takes the opened stream of a room, or throws the refusal. A request without a
        /// WebSocket handshake gets status 426.
        case stream(
            @Sendable (Context) -> (Request, _ roomName: Text, Context.Right) throws(Problem) -> (
                Stream
            ) -> Void)
    }

    package init(
        _ method: Request.Method, _ path: String, _ access: Context.Access, _ status: Int,
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

    /// Returns this route, for a GET request that has an effect.
    package func firing() -> Route {
        var route = self
        route.fires = true
        return route
    }

    /// Returns this route with another handling of long bodies.
    package func taking(_ longBody: LongBody) -> Route {
        var route = self
        route.longBody = longBody
        return route
    }
}
