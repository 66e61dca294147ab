import Texts

/// A client's valid WebSocket handshake that the server accepts (RFC 6455 §4.2).
struct Handshake {
    var request: Request
    var key: Text
    var subprotocol: Text?
    let opened: (Stream) -> Void
    /// Checks the frames that arrive with the handshake.
    var maskCheck = MaskCheck()

    enum Outcome {
        case accepted(Handshake)
        case refused(Response)
    }

    /// Returns the handshake's head in the form for the library, with the required fields only. So the
    /// library's own parser reads none of the client's bytes except for the key, which is valid base64.
    func canonicalHead() -> [UInt8] {
        var head = "GET / HTTP/1.1\r\nHost: ovation\r\nUpgrade: websocket\r\n"
        head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n"
        if let subprotocol { head += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// Returns the key of a WebSocket request, or throws the reason for a refusal.
    static func key(of request: Request) throws(RequestError) -> Text {
        guard request.header("Sec-WebSocket-Version") == "13" else {
            throw RequestError(status: 426, detail: "the WebSocket version is 13")
        }
        guard let key = request.header("Sec-WebSocket-Key"), isKey(key) else {
            throw .badRequest("Sec-WebSocket-Key is not 16 bytes in base64")
        }
        return key
    }

    private static func isKey(_ key: Text) -> Bool {
        let bytes = Array(key.utf8)
        return bytes.count == 24 && bytes[22...].allSatisfy { $0 == UInt8(ascii: "=") }
            && bytes[..<22].allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default:
                    false
                }
            }
    }

    /// Returns the offered subprotocols that are in `supported`, in the client's order. Throws if the client
    /// offers only others, because a browser fails a connection that is answered without a subprotocol.
    static func offers(
        of request: Request,
        among supported: [Text]
    ) throws(RequestError) -> [Text] {
        let offered = request.head.list("Sec-WebSocket-Protocol")
        let known = offered.filter(supported.contains)
        guard offered.isEmpty || !known.isEmpty else {
            throw .badRequest(
                "the subprotocols spoken here are \(supported.map(\.string).joined(separator: ", "))"
            )
        }
        return known
    }
}
