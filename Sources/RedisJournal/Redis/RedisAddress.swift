import Foundation
public import Texts

/// The address of a log in Redis, with the server and the prefix of the log's keys there.
///
/// The description contains no password.
public struct RedisAddress: Hashable, Sendable, CustomStringConvertible {
    public enum Place: Hashable, Sendable {
        case host(Text, port: UInt16)
        /// The path of a Unix socket.
        case socket(String)
    }

    public let place: Place
    /// Nil if Redis needs no password.
    let password: Text?
    public let prefix: Text

    /// The default prefix of keys.
    public static let standardPrefix: Text = "ovation"

    public init(place: Place, password: Text? = nil, prefix: Text = standardPrefix) {
        self.place = place
        self.password = password
        self.prefix = prefix
    }

    /// Reads `redis://[:password@]host[:port][/prefix]`. In the password, `%40` is `@`. The parameter `password`
    /// applies if the URL has none.
    public init(_ url: Text, password: Text? = nil) throws(RedisAddressError) {
        guard let parts = URLComponents(string: url.string), let scheme = parts.scheme,
            Text(scheme) == "redis", let host = parts.host, !host.isEmpty,
            parts.query == nil, parts.fragment == nil
        else { throw .malformed }
        guard parts.user.map(\.isEmpty) ?? true else { throw .user }
        guard let port = UInt16(exactly: parts.port ?? 6379), port > 0 else { throw .malformed }
        let prefix = Text(decoding: parts.path.utf8.drop { $0 == UInt8(ascii: "/") })
        guard prefix.byteCount <= 64, prefix.consists(of: Self.isOfPrefix) else { throw .prefix }
        // An IPv6 address is in brackets.
        let name = Text(decoding: host.utf8.filter { $0 != 0x5B && $0 != 0x5D })
        self.init(
            place: .host(name, port: port),
            password: parts.password.map { Text($0) } ?? password,
            prefix: prefix.isEmpty ? Self.standardPrefix : prefix)
    }

    private static func isOfPrefix(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    public var description: String {
        switch place {
        case .host(let name, let port): "redis://\(name):\(port)/\(prefix)"
        case .socket(let path): "Redis at \(path), \(prefix)"
        }
    }
}

/// The reason why a text is no address of a log. The message does not repeat the text, which may contain a password.
public enum RedisAddressError: Error, Hashable, CustomStringConvertible {
    case malformed
    case user
    case prefix

    public var description: String {
        switch self {
        case .malformed: "an address has the form redis://[:password@]host[:port][/prefix]"
        case .user:
            "an address has no name of a user: what stands before the host is a colon and the password"
        case .prefix:
            "a prefix has at most 64 letters of A to Z, a to z, digits, hyphens, dots and underscores"
        }
    }
}
