import Texts

@testable import Transport

extension Target {
    /// Reads a connection's bytes, whole and in pieces, which must give the same requests.
    static let head = Target("head", seeds: Samples.requests) { bytes in
        let whole = Reading(of: bytes, pieceBytes: bytes.count)
        let cut = Reading(of: bytes, pieceBytes: 1 + Int(bytes.last ?? 0) % 7)
        precondition(whole == cut, "cut otherwise, read otherwise")
    }
}

/// The requests in a connection's bytes, or their refusal.
private struct Reading: Equatable {
    private(set) var requests: [[Text]] = []
    private(set) var refusal: RequestError?

    /// Refusals count as equal, because a head can be both too long and wrong.
    static func == (left: Self, right: Self) -> Bool {
        left.requests == right.requests && (left.refusal == nil) == (right.refusal == nil)
    }

    init(of bytes: [UInt8], pieceBytes: Int) {
        var limits = ListenConfiguration.Limits()
        limits.headBytes = 1024
        limits.bodyBytes = 256
        var parser = RequestParser(limits: limits, remoteAddress: "")
        var rest = bytes[...]
        while !rest.isEmpty, refusal == nil {
            let piece = Array(rest.prefix(pieceBytes))
            rest = rest.dropFirst(pieceBytes)
            piece.withUnsafeBytes { parser.append($0) }
            take(from: &parser)
        }
    }

    private mutating func take(from parser: inout RequestParser) {
        while refusal == nil {
            switch parser.next() {
            case .incomplete: return
            case .continueExpected: continue
            case .request(let request): note(request)
            case .opened: preconditionFailure("no body is taken in pieces here")
            case .refused(let refusal): self.refusal = refusal
            }
        }
    }

    private mutating func note(_ request: Request) {
        let head = request.head
        precondition(request.body.count == head.contentLength ?? 0, "another body than announced")
        precondition(
            request.path == "*" || request.path.begins(with: "/"), "a path that is none")
        for field in head.fields {
            precondition(
                head.bytes[field.value].allSatisfy { $0 >= 0x20 || $0 == 0x09 },
                "a control character in a field")
        }
        precondition(request.header("Transfer-Encoding") == nil, "chunks were taken")
        _ = try? Handshake.key(of: request)
        _ = try? Handshake.offers(of: request, among: ["ovation.v1.json", "ovation.v1.binary"])
        var parts: [Text] = [Text(request.method.rawValue), request.path, request.query ?? "-"]
        parts += request.segments
        for item in request.queryItems { parts += [item.name, item.value] }
        for field in head.fields { parts += [head.text(field.name), head.text(field.value)] }
        parts += ["\(request.body)", "\(head.keepsAlive) \(head.asksForWebSocket)"]
        requests.append(parts)
    }
}
