public import Texts

/// A received HTTP request, with its body (RFC 9112).
public struct Request: Sendable {
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
        case trace = "TRACE"
        case query = "QUERY"
    }

    let head: RequestHead
    public internal(set) var body: [UInt8] = []
    /// The client's numeric address, without its port; `unix` for a client of a Unix socket.
    public let remoteAddress: String

    public var method: Method { head.method }

    /// The target's path as it was sent, still percent-encoded.
    public var path: Text { head.text(head.path) }

    /// The path's segments, percent-decoded: `/a/b%2Fc` is `["a", "b/c"]`, `/` is `[]` and `/a/` is
    /// `["a", ""]`.
    public var segments: [Text] { head.segments }

    /// The query as it was sent; nil if there is no query.
    public var query: Text? { head.query.map(head.text) }

    /// Returns the first value of a query item, decoded. A name without `=` has the empty value.
    public func queryItem(_ name: Text) -> Text? {
        queryItems.first { $0.name == name }?.value
    }

    /// The query's items in order, decoded like forms: percent-encoded, with `+` for a space.
    public var queryItems: [(name: Text, value: Text)] { head.queryItems }

    /// The host and port that the request names: in its target, or else in the field Host; nil if an HTTP/1.0
    /// request names no host.
    public var authority: Authority? { head.authority }

    /// True for an HTTP/1.0 request.
    public var isHTTP10: Bool { head.isHTTP10 }

    /// True if a header field has one of these names, or a name that begins with `start`, in any case.
    public func hasHeader(among names: [Text], orBeginningWith start: Text) -> Bool {
        head.fields.contains { field in
            names.contains { head.matches(field.name, $0) }
                || head.matches(field.name.prefix(start.byteCount), start)
        }
    }

    /// Returns the value of a header field, by a name in any case. The values of several fields are joined by
    /// `, `.
    public func header(_ name: Text) -> Text? { head.header(name) }
}
