import Glibc

/// The reason why an event loop or a timer could not be created, such as an address that is in use.
public enum TransportError: Error, Equatable, CustomStringConvertible {
    /// Another process listens on the port already.
    case addressInUse(host: String, port: UInt16)
    /// The address cannot be listened on; `code` is the system's `errno`.
    case cannotListen(host: String, port: UInt16, code: Int32)
    /// The Unix socket at `path` can't be listened on; `reason` says why.
    case cannotListenAt(path: String, reason: String)
    /// The name has no address; `reason` is the resolver's.
    case unknownHost(String, reason: String)
    /// A timer could not be made; `code` is the system's `errno`.
    case timer(code: Int32)
    /// The kernel gave no descriptor to wait for events; `code` is the system's `errno`.
    case poller(code: Int32)
    /// libwebsockets gave no context, or did not accept a descriptor.
    case library(String)

    public var description: String {
        switch self {
        case .addressInUse(let host, let port):
            "port \(port) on \(host) is in use"
        case .cannotListen(let host, let port, let code):
            "cannot listen on \(host) port \(port): \(Self.text(of: code))"
        case .cannotListenAt(let path, let reason):
            "cannot listen on \(path): \(reason)"
        case .unknownHost(let host, let reason):
            "unknown host \(host): \(reason)"
        case .timer(let code):
            "cannot make a timer: \(Self.text(of: code))"
        case .poller(let code):
            "cannot wait for connections: \(Self.text(of: code))"
        case .library(let what):
            "libwebsockets: \(what)"
        }
    }

    static func text(of code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
