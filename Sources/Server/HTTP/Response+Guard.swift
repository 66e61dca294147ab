import Texts
import Transport
import Wire

extension Response {
    /// What an answer tells browsers in any case: that it is what it says it is, that its address is
    /// nobody's business, and that no other site may frame it.
    static let guards = guards(policy: "default-src 'none'")

    /// The same of what may load something else, as `policy` says.
    static func guards(policy: String) -> [(name: String, value: String)] {
        [
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", policy + "; frame-ancestors 'self'"),
        ]
    }

    /// Leads to another path of this server; no cache remembers it.
    static func redirect(to path: Text) -> Response {
        Response(
            status: 302,
            headers: [("Location", path.string), ("Cache-Control", "no-store")] + guards,
            body: [])
    }

    static func json(_ json: JSON, status: Int = 200) -> Response {
        .json(json.encoded, status: status)
    }

    static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
        Response(status: status, headers: jsonHeaders, body: bytes)
    }

    private static let jsonHeaders =
        [("Content-Type", "application/json"), ("Cache-Control", "no-store")] + guards
}
