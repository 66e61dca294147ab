import CLibwebsockets
import Glibc
public import Logging
import Texts

/// One thread's loop: it listens, reads and writes, and calls its handler. All of it belongs to the
/// thread that made it, which its not being Sendable enforces; other threads have its `handle`.
public final class EventLoop {
    /// The port listened on.
    public let port: UInt16
    public let handle: LoopHandle
    /// False from `stopListening()` on.
    public private(set) var isListening = true

    let configuration: ListenConfiguration
    let logger: Logger
    let poller: Poller
    private(set) unowned var handler: any Handler
    private var library: LibwebsocketsContext?
    private var listeners: [Listener] = []
    private var sockets: [ListeningSocket] = []
    private var connections: [Connection] = []
    /// HTTP connections and streams of each address that is counted.
    private var counts: [Text: Int] = [:]
    /// How many were turned away because their address had as many as it may have.
    public private(set) var turnedAwayCount = 0
    private var streams: [ObjectIdentifier: Stream] = [:]
    private var handshake: Handshake?
    /// Runs every second while anybody is connected.
    private var housekeeper: LoopTimer?
    private var isHousekeepingDue = false
    private var presence = Presence(at: LoopTimer.now)
    /// Not empty: the library keeps an empty pong to itself.
    let ping: Message = {
        let ping = Message()
        ping.replace(with: [0], as: .ping)
        return ping
    }()
    /// Those that are ready.
    private var round = Round()
    /// What is refused of more than is fair.
    private(set) var holdback: Holdback!
    /// Those to be closed at the end of the round.
    private var ending: [Endpoint] = []
    /// Those of which messages have come that were not handed over yet.
    private var received: [Stream] = []
    private var httpDate = HTTPDate()
    private var output: [UInt8] = []

    /// Listens at once; nothing is taken until `run()`. The handler must outlive the loop.
    public init(
        configuration: ListenConfiguration,
        handler: any Handler,
        logger: Logger
    ) throws(TransportError) {
        self.configuration = configuration
        self.handler = handler
        self.logger = logger
        handle = try LoopHandle()
        poller = try Poller()
        guard poller.add(handle.descriptor) else { throw .poller(code: errno) }
        let (descriptors, port) = try SocketAddress.listen(
            on: configuration.host,
            port: configuration.port,
            backlog: Listener.backlog
        )
        self.port = port
        // A write to a client that has gone is an error of that write, not of the process.
        signal(SIGPIPE, SIG_IGN)
        LibraryLog.send(to: logger)
        var waiting = descriptors[...]
        do throws(TransportError) {
            for path in configuration.socketPaths {
                let socket = try ListeningSocket(path: path.string, backlog: Listener.backlog)
                sockets.append(socket)
                waiting.append(socket.descriptor)
            }
        } catch {
            for descriptor in waiting { close(descriptor) }
            throw error
        }
        do throws(TransportError) {
            let library = try LibwebsocketsContext(configuration: configuration, loop: self)
            self.library = library
            while let descriptor = waiting.popFirst() {
                let listener = Listener(loop: self)
                try adopt(listener, file: descriptor)
                listeners.append(listener)
            }
            housekeeper = try LoopTimer(loop: self) { [unowned self] _ in keepHouse() }
            holdback = try Holdback(loop: self)
        } catch {
            for descriptor in waiting { close(descriptor) }
            throw error
        }
    }

    deinit {
        tearDown()
    }

    /// Serves until `handle.stop()` is called; then every connection is closed and the loop is done
    /// with.
    public func run() {
        while let library, !handle.wantsStop {
            takeTurn(by: library)
            if isHousekeepingDue || library.holdsInput {
                isHousekeepingDue = false
                library.serveAll()
                for stream in received { library.serveOutput(of: stream.descriptor) }
                deliver()
            }
            while let endpoint = ending.popLast() { endpoint.end() }
        }
        tearDown()
    }

    /// How long clients of either rank are served before it is looked again who is ready. Each rank has
    /// its share, however much there is to do in the other.
    private static let knownNanoseconds: UInt64 = 1_000_000
    private static let othersNanoseconds: UInt64 = 500_000

    private func takeTurn(by library: LibwebsocketsContext) {
        var isWoken = false
        let blocks = ending.isEmpty && !library.holdsInput && round.isEmpty
        poller.wait(blocks: blocks) { endpoint, readiness in
            if let endpoint {
                if endpoint.note(readiness) { round.add(endpoint) }
            } else {
                isWoken = true
            }
        }
        while let endpoint = round.next(.first) { serve(endpoint, by: library) }
        if isWoken, handle.takeWake() { handler.woken() }
        serve(.known, forNanoseconds: Self.knownNanoseconds, by: library)
        serve(.others, forNanoseconds: Self.othersNanoseconds, by: library)
    }

    /// Serves those of a rank for so long; at least one, if one is ready.
    private func serve(
        _ rank: Round.Rank, forNanoseconds share: UInt64, by library: LibwebsocketsContext
    ) {
        var now = LoopTimer.now
        let end = now + share
        while now < end, let endpoint = round.next(rank) {
            serve(endpoint, by: library)
            let later = LoopTimer.now
            endpoint.use.add(later - now, atNanoseconds: later)
            endpoint.restIfMuch(atNanoseconds: later)
            now = later
        }
    }

    private func serve(_ endpoint: Endpoint, by library: LibwebsocketsContext) {
        let (readiness, hasMore) = endpoint.takeTurn()
        guard endpoint.wsi != nil else { return }
        if hasMore { endpoint.goOn() }
        guard readiness != 0, endpoint.wsi != nil else { return }
        let isClosing = library.serve(endpoint.descriptor, readiness)
        guard endpoint.isAnsweredByLibrary else { return deliver() }
        // What came before the breach is answered before the library says goodbye.
        if isClosing { deliver() }
        library.serveOutput(of: endpoint.descriptor)
        if isClosing { endpoint.noteEnding() }
        deliver()
    }

    /// Has an endpoint go on at its next turn.
    func goOnLater(_ endpoint: Endpoint) {
        if endpoint.noteMore() { round.add(endpoint) }
    }

    private func deliver() {
        while let stream = received.popLast() { stream.deliver() }
    }

    /// Has a stream asked for its messages once pings are answered.
    func noteReceived(_ stream: Stream) {
        received.append(stream)
    }

    /// Has an endpoint closed at the end of the round.
    func end(_ endpoint: Endpoint) {
        ending.append(endpoint)
    }

    /// `expired` is called on the loop's thread with the number of expirations since its last call; if it
    /// `comesFirst`, before all clients that are ready, and a few milliseconds late at the most.
    public func makeTimer(
        comesFirst: Bool = false, _ expired: @escaping (_ expirations: UInt64) -> Void
    ) throws(TransportError) -> LoopTimer {
        try LoopTimer(loop: self, rank: comesFirst ? .first : .known, fired: expired)
    }

    /// Takes no new connections and lets those go that wait for a request; those with one are
    /// closed after its answer. Streams stay.
    public func stopListening() {
        isListening = false
        for listener in listeners { listener.hangUp() }
        listeners = []
        sockets = []
        holdback.releaseAll()
        for connection in connections { connection.closeIfIdle() }
    }

    /// HTTP connections and streams.
    public var connectionCount: Int { connections.count + streams.count }

    private func tearDown() {
        guard let library else { return }
        self.library = nil
        isListening = false
        library.destroy()
        ending = []
        listeners = []
        sockets = []
        housekeeper = nil
        holdback = nil
    }
}

// MARK: - What descriptors ask of their loop

extension EventLoop {
    func adopt(_ endpoint: Endpoint, file descriptor: Int32) throws(TransportError) {
        guard let wsi = library?.adopt(file: descriptor) else {
            close(descriptor)
            throw .library("a descriptor was not taken")
        }
        endpoint.bind(to: wsi)
    }

    func welcome(_ client: Int32, from address: String) {
        guard connectionCount < configuration.limits.connections else {
            turnAway(client, "too many connections")
            return
        }
        guard counts[Text(address), default: 0] < configuration.limits.connectionsPerAddress else {
            turnedAwayCount += 1
            turnAway(client, "too many connections from this address")
            return
        }
        // If the socket is not taken, the library has closed it.
        guard let wsi = library?.adopt(socket: client) else { return }
        let connection = Connection(loop: self, remoteAddress: address)
        connection.position = connections.count
        connections.append(connection)
        count(connection.remoteAddress, 1)
        connection.bind(to: wsi)
        if connectionCount == 1 { armHousekeeper() }
    }

    private func count(_ address: Text, _ change: Int) {
        guard configuration.limits.connectionsPerAddress < .max,
            !configuration.limits.isUncounted(address)
        else { return }
        let count = counts[address, default: 0] + change
        counts[address] = count > 0 ? count : nil
    }

    private func turnAway(_ client: Int32, _ detail: String) {
        var response = handler.refusal(status: 503, detail: detail)
        response.status = 503
        withOutput { output in
            response.appendHead(to: &output, date: date(), framing: .init(connection: .close))
            output.append(contentsOf: response.body)
            _ = Glibc.send(client, output, output.count, Int32(MSG_NOSIGNAL))
        }
        close(client)
    }

    func remove(_ connection: Connection) {
        count(connection.remoteAddress, -1)
        let last = connections.removeLast()
        if last !== connection {
            last.position = connection.position
            connections[connection.position] = last
        }
        if connectionCount == 0 { housekeeper?.disarm() }
    }

    func remove(_ stream: Stream) {
        count(Text(stream.request.remoteAddress), -1)
        streams[ObjectIdentifier(stream)] = nil
        if connectionCount == 0 { housekeeper?.disarm() }
    }

    private static let houseNanoseconds: UInt64 = 1_000_000_000

    private func armHousekeeper() {
        presence = Presence(at: LoopTimer.now)
        housekeeper?.arm(
            atNanoseconds: LoopTimer.now + Self.houseNanoseconds,
            everyNanoseconds: Self.houseNanoseconds)
    }

    private func keepHouse() {
        let now = LoopTimer.now
        let absence = presence.absence(at: now)
        if absence > 0 {
            for connection in connections { connection.excuse(nanoseconds: absence) }
            for stream in streams.values { stream.excuse(nanoseconds: absence) }
        }
        for connection in connections { connection.expire(now: now) }
        for stream in streams.values { stream.checkPulse(now: now) }
        isHousekeepingDue = true
    }

    func date() -> [UInt8] { httpDate.now() }

    /// Calls `body` with an empty buffer that keeps its room from one answer to the next.
    @discardableResult
    func withOutput<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
        var buffer: [UInt8] = []
        swap(&buffer, &output)
        defer { swap(&buffer, &output) }
        buffer.removeAll(keepingCapacity: true)
        return body(&buffer)
    }
}

// MARK: - WebSocket handshakes

extension EventLoop {
    func decide(upgrade request: Request) -> Handshake.Outcome {
        do throws(RequestError) {
            let key = try Handshake.key(of: request)
            let offered = try Handshake.offers(of: request, among: configuration.subprotocols)
            switch handler.accept(upgrade: request, offered: offered) {
            case .refuse(let response):
                return .refused(response)
            case .accept(let subprotocol, let opened):
                precondition(
                    subprotocol.map(offered.contains) ?? offered.isEmpty,
                    "the subprotocol is one of those offered"
                )
                return .accepted(
                    Handshake(
                        request: request, key: key, subprotocol: subprotocol, opened: opened))
            }
        } catch {
            var response = handler.refusal(status: error.status, detail: error.detail)
            response.status = error.status
            if error.status == 426 {
                response.headers.append(("Sec-WebSocket-Version", "13"))
                response.headers.append(("Upgrade", "websocket"))
            }
            return .refused(response)
        }
    }

    /// Hands a connection's socket to the library's WebSocket half, which answers the handshake.
    func open(_ handshake: Handshake, from connection: Connection, rest: ArraySlice<UInt8>) -> Bool
    {
        guard let library, let wsi = connection.wsi else { return false }
        // The connection's own descriptor is closed with it.
        let descriptor = fcntl(lws_get_socket_fd(wsi), F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        poller.remove(lws_get_socket_fd(wsi))
        self.handshake = handshake
        defer { self.handshake = nil }
        return library.adopt(upgraded: descriptor, head: handshake.canonicalHead() + rest)
    }

    func established(_ wsi: OpaquePointer) -> Int32 {
        guard let handshake else { return -1 }
        self.handshake = nil
        Stream.limitUnsent(of: wsi)
        let stream = Stream(loop: self, handshake: handshake)
        stream.bind(to: wsi)
        streams[ObjectIdentifier(stream)] = stream
        count(Text(stream.request.remoteAddress), 1)
        handshake.opened(stream)
        return 0
    }

    /// Whether the library's HTTP half is at work on a handshake of ours: nothing else ever is.
    var isUpgrading: Bool { handshake != nil }
}
