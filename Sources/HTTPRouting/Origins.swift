package import Texts
package import Transport

/// Decides which web pages in a browser may change data and open streams on this server, by the page's origin.
///
/// A browser sends the page's origin with a request. Without this check, any page in the streamer's browser
/// could control a server on loopback. Allowed are the pages of the host that the request names, which
/// `Hosts` has checked, and pages of configured origins. Programs other than browsers send no origin.
package struct Origins {
    let allowed: Set<Text>

    /// `allowed`: the configured origins, such as `https://example.org`.
    package init(allowed: Set<Text>) {
        self.allowed = allowed
    }

    package func allows(_ request: Request) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        if allowed.contains(origin) { return true }
        guard let authority = request.authority?.text else { return false }
        let text = Text(decoding: authority)
        return origin == "http://" + text || origin == "https://" + text
    }

    /// Returns the answer to a CORS preflight request of a configured origin (Fetch Standard), which lets its
    /// pages send JSON and keys; nil if the request is another one.
    package func preflight(_ request: Request) -> Response? {
        guard request.method == .options, let origin = named(request),
            request.header("Access-Control-Request-Method") != nil
        else { return nil }
        return Response(
            status: 204,
            headers: [
                ("Access-Control-Allow-Origin", origin.string),
                ("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE"),
                ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key"),
                ("Access-Control-Max-Age", "600"), ("Vary", "Origin"),
            ])
    }

    /// Returns the response with the headers that let a page of a configured origin read it.
    package func sharing(_ response: Response, with request: Request) -> Response {
        guard let origin = named(request) else { return response }
        var response = response
        response.headers.append(("Access-Control-Allow-Origin", origin.string))
        response.headers.append(("Vary", "Origin"))
        return response
    }

    private func named(_ request: Request) -> Text? {
        allowed.isEmpty ? nil : request.header("Origin").flatMap { allowed.contains($0) ? $0 : nil }
    }
}
