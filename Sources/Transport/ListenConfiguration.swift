public import Texts

/// The addresses that a loop listens on, and the limits for its clients.
public struct ListenConfiguration: Sendable {
    /// An IPv4 or IPv6 address, or a name such as `localhost`. The loop listens on all addresses of a name.
    public var host: String
    /// 0: any free port.
    public var port: UInt16
    /// Paths of Unix sockets to listen on as well. Their clients have the address `unix`.
    public var socketPaths: [Text] = []
    /// The supported WebSocket subprotocols, with their names on the wire.
    public var subprotocols: [Text]
    public var limits = Limits()
    public var timeouts = Timeouts()

    public init(host: String = "127.0.0.1", port: UInt16 = 0, subprotocols: [Text] = []) {
        self.host = host
        self.port = port
        self.subprotocols = subprotocols
    }

    /// The largest sizes and numbers that clients may use.
    public struct Limits: Sendable {
        /// The bytes of the request line and the header fields; status 431 for more.
        public var headBytes = 8 * 1024
        /// The bytes of a request's body; status 413 for more.
        public var bodyBytes = 64 * 1024
        /// The bytes of a WebSocket message with all its fragments; close code 1009 for more.
        public var messageBytes = 16 * 1024
        /// The number of HTTP connections and streams; status 503 for a further one, which is then closed.
        public var connections = 8192
        /// The number of connections and streams from one address.
        public var connectionsPerAddress = Int.max
        /// Returns true if an address has no limit of connections.
        public var isUncounted: @Sendable (Text) -> Bool = { _ in false }

        public init() {}
    }

    /// Time limits for clients. They are accurate to about a second.
    public struct Timeouts: Sendable {
        /// From the first byte of a request's head to its last byte; then status 408.
        public var head = Duration.seconds(10)
        /// From the end of the head to the end of the body; then status 408.
        public var body = Duration.seconds(10)
        /// The time between two requests.
        public var keepAlive = Duration.seconds(60)
        /// The time in which a client must accept a byte of a response.
        public var write = Duration.seconds(10)
        /// The time from the last response until the client closes.
        public var linger = Duration.seconds(2)
        /// The silence of a WebSocket client after which it is pinged at the latest, and the silence after
        /// which it is disconnected. A dead client is gone after 30 s: 24 s of silence, one second until the
        /// next check, and five seconds in which the library may try to send its output.
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
