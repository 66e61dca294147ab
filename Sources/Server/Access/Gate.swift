import Journal
import Texts
import Transport

/// When a server asks for keys.
public enum AuthMode: String, CaseIterable, Sendable {
    /// If it can be reached from elsewhere than this machine.
    case auto
    /// Always.
    case keys
    /// Never: a proxy in front asks.
    case open
}

/// The one place where it is decided who a caller is: for requests and for streams.
///
/// A key that is sent is always judged. Without one a caller is trusted only if the server and the
/// request are surely this machine's own: a proxy here would else make the whole internet admin.
struct Gate {
    let mode: AuthMode
    /// Whether the server listens on loopback alone, and knows of no other name, origin or proxy
    /// under which it could be reached.
    let isPrivate: Bool

    /// Whether somebody may be asked for a key who comes from this machine and says so.
    var asksForKeys: Bool {
        switch mode {
        case .auto: !isPrivate
        case .keys: true
        case .open: false
        }
    }

    /// Who sends a request that is meant for this server; nil: somebody with a key that is none, or is
    /// none any more.
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

    /// Who comes without a key.
    private func keyless(_ request: Request) -> Caller {
        switch mode {
        case .open: return Self.isDirect(request) ? .open : .trusted
        case .keys: return .stranger
        case .auto:
            let isLocal = isPrivate && Hosts.isLoopbackName(request) && Self.isDirect(request)
            return isLocal ? .local : .stranger
        }
    }

    /// Whether nothing speaks of a proxy that passes requests on.
    private static func isDirect(_ request: Request) -> Bool {
        !request.isHTTP10 && !request.hasHeader(among: forwarding, orBeginningWith: "X-Forwarded-")
    }

    private static let forwarding: [Text] = ["Forwarded", "X-Real-IP", "Via"]
}
