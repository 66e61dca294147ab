import CLibwebsockets
import CReceiving
import CTuning
import Glibc
public import Logging
import Texts

/// The event loop of one thread, which accepts clients, reads and writes their data, and calls its handler.
///
/// It belongs to the thread that created it. The compiler enforces this, because the class is not Sendable.
/// Other threads use its `handle`.
///
/// It has many stored properties because one turn of the loop serves listeners, connections, streams and timers.
public final class EventLoop {
    /// The port listened on.
    public let port: UInt16
    public let handle: LoopHandle
    /// False from `stopListening()` on.
    public private(set) var isListening = true

    let configuration: ListenConfiguration
    let logger: Logger
    let poller: Poller
    /// Must be set before `run()`, and outlive the loop.
    public unowned var handler: (any Handler)!
    private(set) var library: LibwebsocketsContext?
    private var listeners: [Listener] = []
    private var sockets: [ListeningSocket] = []
    private var connections = Roster<Connection>()
    /// The number of HTTP connections and streams of each counted address.
    private var counts: [Text: Int] = [:]
    /// The numbers of clients that were turned away: by the limit per address, and by the limit in all.
    public private(set) var turnedAway = (byAddress: 0, inAll: 0)
    private var streams = Roster<Stream>()
    /// The handshake that the library is processing.
    var handshake: Handshake?
    /// Runs every second while a client is connected.
    private var housekeeper: LoopTimer?
    /// The time since which the library's timers are due; nil: they are not due.
    private var dueNanoseconds: UInt64?
    private var presence = StallDetector(at: LoopTimer.now)
    /// Not empty: the library does not report an empty pong.
    let ping: Message = {
        let ping = Message()
        ping.replace(with: [0], as: .ping)
        return ping
    }()
    /// The ready endpoints, in the order of service.
    private var round = ReadyQueue()
    /// The delays of refusals and of busy endpoints.
    private(set) var holdback: Holdback!
    /// The endpoints to close at the end of the round.
    private var ending: [Endpoint] = []
    /// The streams with messages that the handler has not received yet.
    private var received: [Stream] = []
    /// The streams by their descriptors.
    private var streamsByDescriptor: [Int32: Stream] = [:]
    /// The streams whose clients sent an unmasked frame.
    private var unmasked: [Stream] = []
    private var httpDate = HTTPDate()
    private var output: [UInt8] = []

    /// Listens at once; clients are accepted in `run()`.
    public init(
        configuration: ListenConfiguration,
        handler: (any Handler)? = nil,
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
        // A write to a disconnected client must return an error instead of ending the process.
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
            housekeeper = try LoopTimer(loop: self) { [unowned self] _ in beginHousekeeping() }
            holdback = try Holdback(loop: self)
        } catch {
            for descriptor in waiting { close(descriptor) }
            throw error
        }
    }

    deinit {
        tearDown()
    }

    /// Serves until `handle.stop()` is called, then closes all connections. A loop runs only once.
    public func run() {
        receiving_set_filter(acceptReceived, Unmanaged.passUnretained(self).toOpaque())
        defer { receiving_set_filter(nil, nil) }
        tuning_shorten_slice()
        while let library, !handle.wantsStop {
            takeTurn(by: library)
            if isLibraryDue || library.holdsInput {
                dueNanoseconds = nil
                library.serveAll()
                for stream in received { library.serveOutput(of: stream.descriptor) }
                deliver()
                closeUnmasked()
            }
            keepHouse(forNanoseconds: Self.othersNanoseconds)
            endSome(forNanoseconds: Self.knownNanoseconds)
        }
        tearDown()
    }

    /// True if the library has to serve its timers. It then serves all ready descriptors, however many, so
    /// this waits until the round is empty, but for a limited time only.
    private var isLibraryDue: Bool {
        dueNanoseconds.map { round.isEmpty || LoopTimer.now - $0 > Self.longestDueNanoseconds }
            ?? false
    }

    private static let longestDueNanoseconds: UInt64 = 5_000_000_000

    /// Closes endpoints for this time: thousands take many turns.
    private func endSome(forNanoseconds share: UInt64) {
        guard !ending.isEmpty else { return }
        let end = LoopTimer.now + share
        while let endpoint = ending.popLast() {
            endpoint.end()
            if LoopTimer.now >= end { return }
        }
    }

    /// The time for which the clients of a rank are served before the loop asks for ready descriptors again.
    /// Each rank has its own share, even if the other one has much work.
    private static let knownNanoseconds: UInt64 = 1_000_000
    private static let othersNanoseconds: UInt64 = 500_000

    private func takeTurn(by library: LibwebsocketsContext) {
        var isWoken = false
        let isAtRest =
            ending.isEmpty && connections.isSeen && streams.isSeen && dueNanoseconds == nil
        let blocks = isAtRest && !library.holdsInput && round.isEmpty
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

    /// Serves endpoints of a rank for this time, and at least one if one is ready.
    private func serve(
        _ rank: ReadyQueue.Rank, forNanoseconds share: UInt64, by library: LibwebsocketsContext
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
        guard endpoint.wsi != nil, !endpoint.isHungUp else { return }
        if hasMore { endpoint.goOn() }
        guard readiness != 0, endpoint.wsi != nil, !endpoint.isHungUp else { return }
        let isClosing = library.serve(endpoint.descriptor, readiness)
        defer { closeUnmasked() }
        guard endpoint.isAnsweredByLibrary else { return deliver() }
        // Answer the messages before the breach first: then the library sends the close.
        if isClosing { deliver() }
        if isClosing, endpoint.hasSaidGoodbye {
            endpoint.hangUp()
        } else {
            library.serveOutput(of: endpoint.descriptor)
        }
        if isClosing { endpoint.noteEnding() }
        deliver()
    }

    /// Gives an endpoint work for its next turn.
    func goOnLater(_ endpoint: Endpoint) {
        if endpoint.noteMore() { round.add(endpoint) }
    }

    private func deliver() {
        while let stream = received.popLast() { stream.deliver() }
    }

    /// Records that a stream has messages, which are delivered once the library has answered pings.
    func noteReceived(_ stream: Stream) {
        received.append(stream)
    }

    /// Closes the stream of a client that sent an unmasked frame, once the messages before that frame
    /// are handed over.
    func noteUnmasked(_ stream: Stream) {
        unmasked.append(stream)
    }

    func closeUnmasked() {
        while let stream = unmasked.popLast() {
            stream.close(code: 1002, reason: "a client must mask its frames")
        }
    }

    /// Returns the number of received bytes that the library may read.
    fileprivate func accept(_ bytes: UnsafeBufferPointer<UInt8>, of descriptor: Int32) -> Int {
        streamsByDescriptor[descriptor]?.accept(bytes) ?? bytes.count
    }

    /// Closes an endpoint at the end of the round.
    func end(_ endpoint: Endpoint) {
        ending.append(endpoint)
    }

    /// Creates a timer. `expired` is called on the loop's thread with the number of expirations since its
    /// last call. With `comesFirst`, the call comes before all ready clients, and is at most a few
    /// milliseconds late.
    public func makeTimer(
        comesFirst: Bool = false, _ expired: @escaping (_ expirations: UInt64) -> Void
    ) throws(TransportError) -> LoopTimer {
        try LoopTimer(loop: self, rank: comesFirst ? .first : .known, fired: expired)
    }

    /// Accepts no new connections, closes idle ones, and closes each other one after its response. Streams
    /// stay open.
    public func stopListening() {
        isListening = false
        for listener in listeners { listener.hangUp() }
        listeners = []
        sockets = []
        holdback.releaseAll()
        for connection in connections.members { connection.closeIfIdle() }
    }

    /// The number of HTTP connections and streams.
    public var connectionCount: Int { connections.members.count + streams.members.count }

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

// MARK: - Services for endpoints

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
            turnedAway.inAll += 1
            turnAway(client, "too many connections")
            return
        }
        guard counts[Text(address), default: 0] < configuration.limits.connectionsPerAddress else {
            turnedAway.byAddress += 1
            turnAway(client, "too many connections from this address")
            return
        }
        // If the library does not accept the socket, it has closed it.
        guard let wsi = library?.adopt(socket: client) else { return }
        let connection = Connection(loop: self, remoteAddress: address)
        connections.add(connection)
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
        connections.remove(connection)
        if connectionCount == 0 { housekeeper?.disarm() }
    }

    func add(_ stream: Stream) {
        streams.add(stream)
        streamsByDescriptor[stream.descriptor] = stream
        count(Text(stream.request.remoteAddress), 1)
    }

    func remove(_ stream: Stream) {
        if streamsByDescriptor[stream.descriptor] === stream {
            streamsByDescriptor[stream.descriptor] = nil
        }
        count(Text(stream.request.remoteAddress), -1)
        streams.remove(stream)
        if connectionCount == 0 { housekeeper?.disarm() }
    }

    private static let houseNanoseconds: UInt64 = 1_000_000_000

    private func armHousekeeper() {
        presence = StallDetector(at: LoopTimer.now)
        housekeeper?.arm(
            atNanoseconds: LoopTimer.now + Self.houseNanoseconds,
            everyNanoseconds: Self.houseNanoseconds)
    }

    private func beginHousekeeping() {
        let now = LoopTimer.now
        let absence = presence.absence(at: now)
        if absence > 0 {
            for connection in connections.members { connection.excuse(nanoseconds: absence) }
            for stream in streams.members { stream.excuse(nanoseconds: absence) }
        }
        if connections.isSeen { connections.beginLook() }
        if streams.isSeen { streams.beginLook() }
        if dueNanoseconds == nil { dueNanoseconds = now }
    }

    /// Checks clients for missed deadlines and silence, for this time: thousands take many turns.
    private func keepHouse(forNanoseconds share: UInt64) {
        var now = LoopTimer.now
        let end = now + share
        while now < end {
            if let connection = connections.next() {
                connection.expire(now: now)
            } else if let stream = streams.next() {
                stream.checkPulse(now: now)
            } else {
                return
            }
            now = LoopTimer.now
        }
    }

    func date() -> [UInt8] { httpDate.now() }

    /// Calls `body` with an empty buffer, which keeps its memory between responses.
    @discardableResult
    func withOutput<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
        var buffer: [UInt8] = []
        swap(&buffer, &output)
        defer { swap(&buffer, &output) }
        buffer.removeAll(keepingCapacity: true)
        return body(&buffer)
    }
}

/// The loop's filter of received bytes. `context` is the loop, which sets the filter only while it runs.
private func acceptReceived(
    _ context: UnsafeMutableRawPointer?, _ descriptor: Int32, _ bytes: UnsafePointer<UInt8>?,
    _ count: Int
) -> Int {
    guard let context, let bytes else { return count }
    let loop = Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
    return loop.accept(UnsafeBufferPointer(start: bytes, count: count), of: descriptor)
}
