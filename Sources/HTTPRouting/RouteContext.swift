/// The type that has the handlers of a server's routes, such as `Controllers`, with the types of their arguments.
package protocol RouteContext {
    /// The permission that a route requires.
    associatedtype Access: Sendable
    /// An admitted request that was matched to a route.
    associatedtype RoutedCall
    /// A client's right to open a stream.
    associatedtype Right
}
