import Glibc

/// Reports the server's state to the service manager systemd, for a unit of `Type=notify` (sd_notify(3)).
///
/// Failures to send are ignored.
package struct Supervisor {
    private let path: [UInt8]
    /// True if the service manager ends a server that sends no `alive` notices.
    package let isWatchdog: Bool

    /// Returns nil if the process's environment names no service manager.
    package init?() {
        self.init(environment: { getenv($0).map { String(cString: $0) } })
    }

    /// Returns nil if the environment names no service manager.
    init?(environment: (String) -> String?) {
        guard let name = environment("NOTIFY_SOCKET"), let first = name.utf8.first,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
            name.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        // An @ at the start stands for the abstract socket namespace, which uses a zero byte.
        path = (first == UInt8(ascii: "@") ? [0] : [first]) + Array(name.utf8.dropFirst())
        let isMeant = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        isWatchdog = isMeant && environment("WATCHDOG_USEC") != nil
    }

    package enum Notice: String {
        case ready = "READY=1\nSTATUS=serving"
        case alive = "WATCHDOG=1"
        case leaving = "STOPPING=1\nSTATUS=going down"
    }

    package func tell(_ notice: Notice) {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.count
        let bytes = Array(notice.rawValue.utf8)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), $0,
                    socklen_t(length))
            }
        }
    }
}
