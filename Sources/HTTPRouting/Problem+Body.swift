import Texts
package import Transport
package import Wire

/// Error responses to requests whose body is empty or not JSON, with hints for the sender.
extension Problem {
    /// Returns the problem of a body that is not JSON, with a hint about the likely mistake.
    package static func notJSON(_ error: JSONSyntaxError, in request: Request) -> Problem {
        switch request.body.first(where: { $0 > 0x20 }) {
        case nil: return emptyBody(of: request)
        case UInt8(ascii: "'"):
            return Problem(
                .notJSON,
                detail:
                    "The body begins with ': Windows' cmd does not remove such quotes. Use this "
                    + "line there: \(line(for: request))")
        case UInt8(ascii: "{") where hasLostQuotes(request.body):
            return Problem(
                .notJSON,
                detail:
                    "\(error.description). A shell may have removed the quotes. In Windows' cmd, "
                    + "use this line: \(line(for: request))")
        default: return notJSON(error)
        }
    }

    package static func emptyBody(of request: Request) -> Problem {
        Problem(
            .notJSON, detail: "The body is empty. Send JSON, such as \(example(for: request))")
    }

    /// True if the first key has no quotes.
    private static func hasLostQuotes(_ body: [UInt8]) -> Bool {
        let inner = body.drop { $0 <= 0x20 }.dropFirst().first { $0 > 0x20 }
        guard let first = inner?.asciiLowercased else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    }

    /// Returns a body that the call accepts.
    private static func example(for request: Request) -> Text {
        let segments = request.segments
        let word = segments.count > 3 ? segments[3] : ""
        return examples.first {
            $0.call == word && ($0.length ?? segments.count) == segments.count
        }?
        .body ?? "{}"
    }

    private static let examples: [(call: Text, length: Int?, body: Text)] = [
        ("gifts", nil, #"{"sender":"Ann","gift":"Rose","count":3}"#),
        ("calls", 4, #"{"user":"Ann"}"#),
        ("counters", nil, #"{"to":100}"#),
        ("captions", nil, #"{"text":"Hello"}"#),
        ("control", nil, #"{"action":"skip"}"#),
        ("queue", nil, #"{"to":1}"#),
        ("config", nil, #"{"gifts":{"linger":2}}"#),
        ("keys", 4, #"{"role":"viewer"}"#),
        ("keys", 5, #"{"name":"OBS"}"#),
    ]

    /// Returns the curl command for Windows' cmd, which has double quotes only.
    private static func line(for request: Request) -> Text {
        let body = example(for: request).utf8.reduce(into: [UInt8]()) { line, byte in
            if byte == UInt8(ascii: "\"") { line.append(UInt8(ascii: "\\")) }
            line.append(byte)
        }
        let method = request.method == .post ? "" : " -X \(request.method.rawValue)"
        let host = request.header("Host") ?? "localhost:8080"
        return Text(
            "curl\(method) -H \"Content-Type: application/json\" -d \"\(Text(decoding: body))\" "
                + "http://\(host)\(request.path)")
    }
}
