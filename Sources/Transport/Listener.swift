import CLibwebsockets
import Glibc
import Logging

/// A listening socket. The loop listens by itself, not through the library, which can neither
/// listen on a name, nor say which error it met, nor stop listening.
final class Listener: Endpoint {
    static let backlog: Int32 = 4096
    private static let acceptedAtOnce = 16

    /// Given up for a moment if the process has no descriptor left, to be able to turn a client
    /// away instead of spinning on it.
    private var spare = openSpare()
    /// Until when nothing is said of clients that were turned away.
    private var quietNanoseconds: UInt64 = 0
    /// The pause after a client that could neither be accepted nor be turned away, and stays in line.
    private static let pauseNanoseconds: UInt64 = 200_000_000

    deinit {
        if spare >= 0 { close(spare) }
    }

    override func handle(
        _ reason: lws_callback_reasons,
        _ bytes: UnsafeMutableRawBufferPointer
    ) -> Int32 {
        guard reason == LWS_CALLBACK_RAW_RX_FILE, loop.isListening else { return 0 }
        for _ in 0..<Self.acceptedAtOnce {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout.size(ofValue: address))
            let client = withUnsafeMutablePointer(to: &address) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    accept(descriptor, $0, &length)
                }
            }
            guard client >= 0 else {
                switch errno {
                // The client has gone, or another one is next.
                case EAGAIN, EINTR, ECONNABORTED: break
                case EMFILE, ENFILE: turnOneAway()
                default: rest()
                }
                return 0
            }
            if spare < 0 { spare = Self.openSpare() }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            SocketAddress.setOption(client, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            loop.welcome(client, from: SocketAddress.numeric(&address, length))
        }
        return 0
    }

    private func turnOneAway() {
        warn()
        if spare >= 0 { close(spare) }
        let client = accept(descriptor, nil, nil)
        if client >= 0 { close(client) } else if errno != EAGAIN { rest() }
        spare = Self.openSpare()
    }

    /// Another thread was faster, or the kernel has no memory: the loop would be told of the same client at once.
    private func rest() {
        takesInput = false
        let now = LoopTimer.now
        loop.holdback.rest(self, untilNanoseconds: now + Self.pauseNanoseconds, atNanoseconds: now)
    }

    override func endRest() {
        super.endRest()
        takesInput = true
    }

    /// Once in ten seconds at most: clients come as often as they like.
    private func warn() {
        let now = LoopTimer.now
        guard now >= quietNanoseconds else { return }
        quietNanoseconds = now + 10_000_000_000
        loop.logger.warning("no descriptor left for clients: they are turned away")
    }

    private static func openSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
