import Transport

/// Which web pages may change things and open streams.
///
/// A browser adds an Origin to what a page sends. Any page the streamer has open could reach a
/// server on loopback; only this server's own pages, and those named, are let through. Tools that
/// are no browser send no Origin.
struct Origins {
    let allowed: Set<String>

    func allows(_ request: Request) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        if allowed.contains(origin) { return true }
        guard let host = request.header("Host") else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
