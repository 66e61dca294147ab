import HTTPRouting
import Journal
import Texts
import Transport

/// Authenticates the client of a request or a stream, by its access key or by its connection.
///
/// A key that is sent is always checked. Without a key, a caller is trusted only if server and request
/// certainly belong to this machine: otherwise a proxy on this machine would make the whole internet admins.
package struct Authenticator {
    private let mode: AuthMode
    /// True if the server listens on loopback only, and no other name, origin or proxy is configured.
    private let isPrivate: Bool

    /// - Parameter isPrivate: True if the server listens on loopback only, and no other name, origin or proxy is
    ///   configured.
    package init(mode: AuthMode, isPrivate: Bool) {
        self.mode = mode
        self.isPrivate = isPrivate
    }

    /// True if a client on this machine may need a key.
    package var asksForKeys: Bool {
        switch mode {
        case .auto: !isPrivate
        case .keys: true
        case .open: false
        }
    }

    /// Returns the sender of a request; nil: the request has a key that is invalid or expired.
    func caller(
        _ request: Request, _ ring: Keyring, at now: WallTime, takesBasic: Bool = false
    ) -> Caller? {
        switch PresentedKey(request, takesBasic: takesBasic) {
        case .some(let key):
            guard let grant = ring.grant(of: key), grant.isCurrent(at: now) else { return nil }
            return Caller(grant)
        case .malformed: return nil
        case .none: return keyless(request)
        }
    }

    /// Returns the sender of a request without a key.
    private func keyless(_ request: Request) -> Caller {
        switch mode {
        case .open: return Self.isDirect(request) ? .open : .trusted
        case .keys: return .stranger
        case .auto:
            let isLocal = isPrivate && Hosts.isLoopbackName(request) && Self.isDirect(request)
            return isLocal ? .local : .stranger
        }
    }

    /// True if the request shows no sign of a proxy.
    private static func isDirect(_ request: Request) -> Bool {
        !request.isHTTP10 && !request.hasHeader(among: forwarding, orBeginningWith: "X-Forwarded-")
    }

    private static let forwarding: [Text] = ["Forwarded", "X-Real-IP", "Via"]
}
