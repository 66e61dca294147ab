import CLibwebsockets
import Glibc
import Logging

/// A listening socket of an event loop, which accepts clients. It does not use the library's listener, which can't
/// listen on a name, report its error, or stop listening.
final class Listener: Endpoint {
    static let backlog: Int32 = 4096
    private static let acceptedAtOnce = 16

    /// A spare descriptor. If the process has no other left, the listener closes it to accept a client and
    /// turn it away, instead of spinning.
    private var spare = openSpare()
    /// The time until which no further warning is logged.
    private var quietNanoseconds: UInt64 = 0
    /// The pause after a client could neither be accepted nor be turned away, and stays in the queue.
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
                // The client has disconnected, or none is waiting.
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

    /// Pauses the listener, because another thread took the spare descriptor or the kernel has no memory.
    /// Without the pause, the poller would report the same client at once.
    private func rest() {
        takesInput = false
        let now = LoopTimer.now
        loop.holdback.rest(self, untilNanoseconds: now + Self.pauseNanoseconds, atNanoseconds: now)
    }

    override func endRest() {
        super.endRest()
        takesInput = true
    }

    /// Logs at most one warning in ten seconds, because clients may connect at any rate.
    private func warn() {
        let now = LoopTimer.now
        guard now >= quietNanoseconds else { return }
        quietNanoseconds = now + 10_000_000_000
        loop.logger.warning("no descriptor left for clients: they are turned away")
    }

    private static func openSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
