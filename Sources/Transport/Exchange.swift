/// A received HTTP request that waits for the handler's response. Its connection is kept, and reads no further
/// requests.
public final class Exchange {
    private var connection: Connection?
    private var abandoned: (() -> Void)?
    /// The request's body, if it is read in pieces. Then `Request.body` is empty.
    public let body: RequestBody?

    /// Without a connection, the response is dropped.
    init(connection: Connection?, body: RequestBody? = nil) {
        self.connection = connection
        self.body = body
    }

    /// True until the response is given or the client disconnects.
    public var isOpen: Bool { connection != nil }

    /// Gives the response, on the loop's thread, at once or later. There is no effect if the client has
    /// disconnected, or if there was a response before.
    ///
    /// With `rest`, the response's body is only the first piece of the whole body.
    public func answer(_ response: Response, rest: BodyRest? = nil) {
        guard let connection else { return }
        self.connection = nil
        abandoned = nil
        connection.answer(response, rest: rest)
    }

    /// Calls `body` once if the client disconnects before it has a response.
    public func onAbandon(_ body: @escaping () -> Void) {
        abandoned = body
    }

    func abandon() {
        connection = nil
        abandoned?()
        abandoned = nil
    }
}
