import CLibwebsockets
import Glibc
import Texts

/// The context of the library libwebsockets for an event loop, with its protocols and its one callback.
final class LibwebsocketsContext {
    let context: OpaquePointer
    private let vhost: OpaquePointer
    private let protocols: UnsafeMutableBufferPointer<lws_protocols>
    private let retry: UnsafeMutablePointer<lws_retry_bo_t>

    init(configuration: ListenConfiguration, loop: EventLoop) throws(TransportError) {
        // The first protocol is the default: for sockets, timers, and streams without a subprotocol.
        protocols = Self.makeProtocols(["ovation"] + configuration.subprotocols)
        // All zeros: the library sends no pings. With pings, it would add a timer at each pong to a single
        // list, which it searches from the start.
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
        // The library reads only handshakes, one at a time, in the form of `Handshake.canonicalHead()`.
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

    /// Closes all descriptors. Call it once, and not from a callback.
    func destroy() {
        lws_context_destroy(context)
        Self.free(protocols, retry)
    }

    // The loop itself waits for readiness and tells the library about it, as the library's README.lws_service
    // describes for foreign event loops. This build of the library does not report its own waits for output,
    // which happen when it answers pings and closes.

    /// Serves a ready descriptor; `readiness` has the bits of poll(2). Returns true if the library is closing
    /// the descriptor, or has closed it.
    func serve(_ descriptor: Int32, _ readiness: Int16) -> Bool {
        var ready = pollfd(
            fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: readiness)
        return lws_service_fd(context, &ready) != 0
    }

    /// Serves a descriptor's output if its socket accepts some, for responses to received frames and for
    /// close frames. (The library ignores a descriptor that is closed by now.)
    func serveOutput(of descriptor: Int32) {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, 0)
        if ready.revents & ready.events != 0 { lws_service_fd(context, &ready) }
    }

    /// True if the library has read input that was not served yet.
    var holdsInput: Bool { lws_service_adjust_timeout(context, 1, 0) == 0 }

    /// Serves all ready descriptors and due timers. This checks every descriptor, so it is slow.
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

    /// Adopts a socket whose request has been read already, and answers the request before it returns.
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
            // The receive buffer of an idle stream. A longer frame arrives in several calls.
            protocols[index].rx_buffer_size = 1024
            // More than any frame: the library would copy a larger one and send it in pieces.
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

/// The process's limit on descriptors. The library reads it once, and sizes its tables by it.
private struct Descriptors {
    private var limit = rlimit()

    /// Raises the limit for this number of connections, if that is allowed. Then lowers it temporarily to the
    /// largest number that they need, because the library searches its whole table when it closes a
    /// descriptor.
    init(connections: Int) {
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(max(limit.rlim_cur, rlim_t(connections) + Self.own), limit.rlim_max)
        var lowered = limit
        // A connection may have a file open too, or may be turning into a stream.
        let needed = max(2 * rlim_t(connections), Self.lowestFree)
        lowered.rlim_cur = min(limit.rlim_cur, needed + Self.own)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &lowered)
    }

    /// Descriptors for the journal, listeners, timers and later files of the process: the library accepts no
    /// descriptor beyond its table.
    private static let own: rlim_t = 1024

    /// The next descriptor of the process, which is about the number of open descriptors.
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

/// Handles every event of the library. The context's user pointer is the loop, which destroys the context
/// before it is deallocated.
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
        // The upgrade is always to "websocket", because the head is ours. The library's argument must not be
        // read, because it can dangle.
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
