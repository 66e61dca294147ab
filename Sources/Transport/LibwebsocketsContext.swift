import CLibwebsockets
import Glibc
import Texts

/// The library's context, the protocols it must not outlive, and its one callback.
final class LibwebsocketsContext {
    let context: OpaquePointer
    private let vhost: OpaquePointer
    private let protocols: UnsafeMutableBufferPointer<lws_protocols>
    private let retry: UnsafeMutablePointer<lws_retry_bo_t>

    init(configuration: ListenConfiguration, loop: EventLoop) throws(TransportError) {
        // The first is the default: sockets, timers, and streams without a subprotocol.
        protocols = Self.makeProtocols(["ovation"] + configuration.subprotocols)
        // All zeros: the library pings nobody. It keeps all timers in one list that it walks through
        // to add one, and adds one at every pong.
        retry = .allocate(capacity: 1)
        retry.initialize(to: lws_retry_bo_t())

        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN
        info.protocols = UnsafePointer(protocols.baseAddress)
        info.retry_and_idle_policy = UnsafePointer(retry)
        info.uid = -1
        info.gid = -1
        info.options = UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
        info.pt_serv_buf_size = 16 * 1024
        // The library reads handshakes only, one at a time, in the form this module gives them.
        info.max_http_header_data = 1024
        info.max_http_header_pool = 4
        info.timeout_secs = 10
        info.keepalive_timeout = 5
        info.user = Unmanaged.passUnretained(loop).toOpaque()
        let descriptors = Descriptors(connections: configuration.limits.connections)
        let context = lws_create_context(&info)
        descriptors.restore()
        guard let context else {
            Self.free(protocols, retry)
            throw .library("no context")
        }
        guard let vhost = lws_get_vhost_by_name(context, "default") else {
            lws_context_destroy(context)
            Self.free(protocols, retry)
            throw .library("no virtual host")
        }
        self.context = context
        self.vhost = vhost
    }

    /// Closes everything. To be called once, and not from a callback.
    func destroy() {
        lws_context_destroy(context)
        Self.free(protocols, retry)
    }

    // The loop waits by itself and says what is ready, as the library's README.lws_service foresees
    // for loops that are not its own. This build of it does not say when it waits for output of
    // its own accord, which it does to answer pings and closes.

    /// Serves a descriptor that is ready; `readiness` in the bits of poll(2). Returns whether the
    /// library is closing it, or has closed it.
    func serve(_ descriptor: Int32, _ readiness: Int16) -> Bool {
        var ready = pollfd(
            fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: readiness)
        return lws_service_fd(context, &ready) != 0
    }

    /// Lets a descriptor write, if its socket takes something: what was read may want to be answered,
    /// and a stream that is closed to say goodbye. (One that is gone by now the library does not know.)
    func serveOutput(of descriptor: Int32) {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, 0)
        if ready.revents & ready.events != 0 { lws_service_fd(context, &ready) }
    }

    /// Whether input has been read that was not served yet.
    var holdsInput: Bool { lws_service_adjust_timeout(context, 1, 0) == 0 }

    /// Serves whatever is ready or due, at the cost of asking about every descriptor.
    func serveAll() {
        lws_service(context, -1)
    }

    func adopt(file descriptor: Int32) -> OpaquePointer? {
        lws_adopt_descriptor_vhost(
            vhost,
            LWS_ADOPT_RAW_FILE_DESC,
            lws_sock_file_fd_type(filefd: descriptor),
            protocols[0].name,
            nil
        )
    }

    func adopt(socket descriptor: Int32) -> OpaquePointer? {
        lws_adopt_descriptor_vhost(
            vhost,
            LWS_ADOPT_SOCKET,
            lws_sock_file_fd_type(sockfd: descriptor),
            protocols[0].name,
            nil
        )
    }

    /// Adopts a socket as one whose request has been read already; answers it before it returns.
    func adopt(upgraded descriptor: Int32, head: [UInt8]) -> Bool {
        LibraryLog.silenced {
            head.withUnsafeBytes {
                lws_adopt_socket_vhost_readbuf(
                    vhost,
                    descriptor,
                    $0.bindMemory(to: CChar.self).baseAddress,
                    $0.count
                ) != nil
            }
        }
    }

    private static func makeProtocols(
        _ names: [Text]
    ) -> UnsafeMutableBufferPointer<lws_protocols> {
        let protocols = UnsafeMutableBufferPointer<lws_protocols>.allocate(
            capacity: names.count + 1
        )
        protocols.initialize(repeating: lws_protocols())
        for (index, name) in names.enumerated() {
            protocols[index].name = UnsafePointer(strdup(name.string))
            protocols[index].callback = dispatch
            // A stream's share of memory while it is idle; longer frames come in several calls.
            protocols[index].rx_buffer_size = 1024
            // Above any frame: a cut one would be copied and go out in pieces.
            protocols[index].tx_packet_size = 1024 * 1024
        }
        return protocols
    }

    private static func free(
        _ protocols: UnsafeMutableBufferPointer<lws_protocols>,
        _ retry: UnsafeMutablePointer<lws_retry_bo_t>
    ) {
        for entry in protocols { Glibc.free(UnsafeMutablePointer(mutating: entry.name)) }
        protocols.deallocate()
        retry.deallocate()
    }
}

/// The process's limit on descriptors, which the library reads once and sizes its tables by.
private struct Descriptors {
    private var limit = rlimit()

    /// Raises the limit to what so many connections need, if that is allowed, and lowers it for the moment
    /// to what they need at the most: the library looks through its whole table whenever it closes one.
    init(connections: Int) {
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(max(limit.rlim_cur, rlim_t(connections) + Self.own), limit.rlim_max)
        var lowered = limit
        // Each may have a file open too, or have become a stream just now.
        let needed = max(2 * rlim_t(connections), Self.lowestFree)
        lowered.rlim_cur = min(limit.rlim_cur, needed + Self.own)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &lowered)
    }

    /// For the journal, listeners, timers, and all other descriptors that the process opens later: the library takes no
    /// descriptor beyond its table.
    private static let own: rlim_t = 1024

    /// The descriptor that the process gets next: about the number that it has open.
    private static var lowestFree: rlim_t {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        close(descriptor)
        return rlim_t(descriptor)
    }

    func restore() {
        var limit = limit
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// Every event of the library's. The context's user pointer is the loop, which destroys the context
/// before it goes itself.
private func dispatch(
    _ wsi: OpaquePointer?,
    _ reason: lws_callback_reasons,
    _ user: UnsafeMutableRawPointer?,
    _ bytes: UnsafeMutableRawPointer?,
    _ count: Int
) -> Int32 {
    guard let wsi, let context = lws_get_context(wsi), let user = lws_context_user(context) else {
        return 0
    }
    switch reason {
    case LWS_CALLBACK_LOCK_POLL, LWS_CALLBACK_UNLOCK_POLL, LWS_CALLBACK_CHANGE_MODE_POLL_FD:
        return 0
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        // Only ever "websocket", for the head is ours. What the library passes here is not read: it
        // can dangle.
        return Unmanaged<EventLoop>.fromOpaque(user).takeUnretainedValue().isUpgrading ? 0 : -1
    case LWS_CALLBACK_HTTP, LWS_CALLBACK_FILTER_HTTP_CONNECTION:
        return -1
    case LWS_CALLBACK_ESTABLISHED:
        return Unmanaged<EventLoop>.fromOpaque(user).takeUnretainedValue().established(wsi)
    case LWS_CALLBACK_WSI_DESTROY:
        Endpoint.release(wsi)
        return 0
    default:
        guard let endpoint = Endpoint.bound(to: wsi) else { return 0 }
        if reason == LWS_CALLBACK_SERVER_WRITEABLE || reason == LWS_CALLBACK_RAW_WRITEABLE {
            endpoint.outputCame()
        }
        return endpoint.handle(
            reason,
            UnsafeMutableRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
        )
    }
}
