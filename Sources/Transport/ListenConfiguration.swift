public import Texts

/// Where a loop listens, and the limits it sets its clients.
public struct ListenConfiguration: Sendable {
    /// An IPv4 or IPv6 literal or a name such as `localhost`; a name is listened on at all of its
    /// addresses.
    public var host: String
    /// 0 takes any free port.
    public var port: UInt16
    /// Sockets in the file system (AF_UNIX) to listen on beside that. Who comes by one has the address
    /// `unix`.
    public var socketPaths: [Text] = []
    /// The WebSocket subprotocols that may be chosen, as named on the wire.
    public var subprotocols: [Text]
    public var limits = Limits()
    public var timeouts = Timeouts()

    public init(host: String = "127.0.0.1", port: UInt16 = 0, subprotocols: [Text] = []) {
        self.host = host
        self.port = port
        self.subprotocols = subprotocols
    }

    /// The most a client may ask for.
    public struct Limits: Sendable {
        /// Request line and header fields together; more is 431.
        public var headBytes = 8 * 1024
        /// A request's body; more is 413.
        public var bodyBytes = 64 * 1024
        /// A WebSocket message, all its fragments together; more closes with 1009.
        public var messageBytes = 16 * 1024
        /// Connections of both kinds; one more is answered 503 and closed.
        public var connections = 8192
        /// Of these from one address.
        public var connectionsPerAddress = Int.max
        /// Whether the connections from an address are not counted.
        public var isUncounted: @Sendable (Text) -> Bool = { _ in false }

        public init() {}
    }

    /// How long a client may take; all are measured to about a second.
    public struct Timeouts: Sendable {
        /// From the first byte of a request head to its last; then 408.
        public var head = Duration.seconds(10)
        /// From the end of the head to the end of the body; then 408.
        public var body = Duration.seconds(10)
        /// Between two requests.
        public var keepAlive = Duration.seconds(60)
        /// Without taking a byte of an answer.
        public var write = Duration.seconds(10)
        /// From the last answer to the client's own close.
        public var linger = Duration.seconds(2)
        /// A WebSocket's silence until it is pinged at the latest, and until it is hung up on: so
        /// that one that died without a word is gone after 30 s, with a second until it is looked at
        /// and five in which the library may try to be rid of output.
        public var ping = Duration.seconds(16)
        public var hangUp = Duration.seconds(24)

        public init() {}
    }
}

extension Duration {
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
