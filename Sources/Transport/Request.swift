public import Texts

/// A request as it came, with its body (RFC 9112).
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
    /// The client's numeric address, without its port.
    public let remoteAddress: String

    public var method: Method { head.method }

    /// The target's path as it was sent, still percent-encoded.
    public var path: Text { head.text(head.path) }

    /// The path's segments, percent-decoded: `/a/b%2Fc` is `["a", "b/c"]`, `/` is `[]` and `/a/` is
    /// `["a", ""]`.
    public var segments: [Text] { head.segments }

    /// The query as it was sent, nil if the target has none.
    public var query: Text? { head.query.map(head.text) }

    /// The first value of a query item, decoded; a name without `=` has the empty value.
    public func queryItem(_ name: Text) -> Text? {
        queryItems.first { $0.name == name }?.value
    }

    /// The query's items in order, decoded as forms are: percent-encoded and `+` for a space.
    public var queryItems: [(name: Text, value: Text)] { head.queryItems }

    /// Whom the request is meant for: the host of its target, else that of the field Host; nil
    /// if a request of HTTP/1.0 has neither.
    public var authority: Authority? { head.authority }

    /// Whether it is one of HTTP/1.0.
    public var isHTTP10: Bool { head.isHTTP10 }

    /// Whether it has a header field of one of these names, in any case, or of one that begins so.
    public func hasHeader(among names: [Text], orBeginningWith start: Text) -> Bool {
        head.fields.contains { field in
            names.contains { head.matches(field.name, $0) }
                || head.matches(field.name.prefix(start.byteCount), start)
        }
    }

    /// A header field's value, by a name in any case; several of one name are joined by `, `.
    public func header(_ name: Text) -> Text? { head.header(name) }
}
