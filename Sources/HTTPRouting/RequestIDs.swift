import Texts
package import Transport

/// Chooses the ID of each request, which relates a response to its log lines.
package struct RequestIDs {
    private let start: String
    private var count = 0

    private static let maxBytes = 64

    /// `startedSeconds`: the start of the server in seconds since 1970, so that IDs differ between two starts.
    package init(startedSeconds: Int64) {
        start = String(startedSeconds, radix: 36)
    }

    /// Returns the ID in the request's `X-Request-Id` header if it is valid: 1 to 64 letters, digits, `.`,
    /// `_` and `-`. Otherwise returns a new ID.
    package mutating func id(of request: Request) -> String {
        if let given = request.header("X-Request-Id"), Self.isID(given) { return given.string }
        count += 1
        return "\(start)-\(count)"
    }

    private static func isID(_ text: Text) -> Bool {
        (1...maxBytes).contains(text.byteCount)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
