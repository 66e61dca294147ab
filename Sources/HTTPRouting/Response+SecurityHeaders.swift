package import Texts
package import Transport
package import Wire

/// Creates JSON responses and redirects with the security headers that every response of the server has.
extension Response {
    /// The security headers of every response: a browser must not guess another type, send the address to
    /// other sites, or show the response in another site's frame.
    package static let guards = guards(policy: "default-src 'none'")

    /// Returns the same headers with another content security policy.
    package static func guards(policy: String) -> [(name: String, value: String)] {
        [
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", policy + "; frame-ancestors 'self'"),
        ]
    }

    /// Returns a redirect to another path of this server. Caches don't store it.
    package static func redirect(to path: Text) -> Response {
        Response(
            status: 302,
            headers: [("Location", path.string), ("Cache-Control", "no-store")] + guards,
            body: [])
    }

    package static func json(_ json: JSON, status: Int = 200) -> Response {
        .json(json.encoded, status: status)
    }

    package static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
        Response(status: status, headers: jsonHeaders, body: bytes)
    }

    private static let jsonHeaders =
        [("Content-Type", "application/json"), ("Cache-Control", "no-store")] + guards
}
