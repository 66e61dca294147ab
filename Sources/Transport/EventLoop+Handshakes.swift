import CLibwebsockets
import Glibc

/// Checks WebSocket handshakes, and turns the connections of accepted ones into streams.
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

    /// Passes a connection's socket to the library's WebSocket part, which answers the handshake.
    func open(_ handshake: Handshake, from connection: Connection, rest: ArraySlice<UInt8>) -> Bool
    {
        guard let library, let wsi = connection.wsi else { return false }
        // The connection closes its own descriptor, so the stream needs a duplicate.
        let descriptor = fcntl(lws_get_socket_fd(wsi), F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        poller.remove(lws_get_socket_fd(wsi))
        var handshake = handshake
        let head = handshake.canonicalHead()
        let bytes = Array(rest)
        let count = bytes.withUnsafeBufferPointer { handshake.maskCheck.accept($0) }
        self.handshake = handshake
        defer { self.handshake = nil }
        defer { closeUnmasked() }
        return library.adopt(upgraded: descriptor, head: head + bytes.prefix(count))
    }

    func established(_ wsi: OpaquePointer) -> Int32 {
        guard let handshake else { return -1 }
        self.handshake = nil
        Stream.limitUnsent(of: wsi)
        let stream = Stream(loop: self, handshake: handshake)
        stream.bind(to: wsi)
        add(stream)
        if handshake.maskCheck.hasFailed { noteUnmasked(stream) }
        handshake.opened(stream)
        return 0
    }

    /// True while the library processes one of our handshakes. It never processes other HTTP.
    var isUpgrading: Bool { handshake != nil }
}
