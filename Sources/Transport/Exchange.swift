/// A request that waits for its answer; the connection is kept for it and reads no further.
public final class Exchange {
    private var connection: Connection?
    private var abandoned: (() -> Void)?
    /// The request's body if it comes a piece at a time; the request itself has none then.
    public let body: RequestBody?

    /// Without a connection the answer is dropped.
    init(connection: Connection?, body: RequestBody? = nil) {
        self.connection = connection
        self.body = body
    }

    /// Whether the client is still known to be there.
    public var isOpen: Bool { connection != nil }

    /// Sends the answer, from the loop's thread, at once or later. If the client has gone in the
    /// meantime it does nothing; a second answer does nothing either.
    ///
    /// With `rest`, the response's body is only the first piece of what is sent.
    public func answer(_ response: Response, rest: BodyRest? = nil) {
        guard let connection else { return }
        self.connection = nil
        abandoned = nil
        connection.answer(response, rest: rest)
    }

    /// Has `body` called, once, if the client goes before it has its answer.
    public func onAbandon(_ body: @escaping () -> Void) {
        abandoned = body
    }

    func abandon() {
        connection = nil
        abandoned?()
        abandoned = nil
    }
}
