import Texts
import Transport

/// Which web pages may change things and open streams.
///
/// A browser adds an Origin to what a page sends. Any page the streamer has open could reach a
/// server on loopback; only this server's own pages, and those named, are let through. Its own are
/// those of the address that the request is meant for, which `Hosts` has looked at. Tools that are no
/// browser send no Origin.
struct Origins {
    let allowed: Set<Text>

    func allows(_ request: Request) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        if allowed.contains(origin) { return true }
        guard let authority = request.authority?.text else { return false }
        let text = Text(decoding: authority)
        return origin == "http://" + text || origin == "https://" + text
    }

    /// The answer with which a browser lets a page of a named origin ask for what is not simple,
    /// such as JSON; nil if the request is no such question (Fetch Standard, CORS preflight).
    func preflight(_ request: Request) -> Response? {
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

    /// The answer, readable for a page of a named origin.
    func sharing(_ response: Response, with request: Request) -> Response {
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
