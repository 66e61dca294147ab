import HTTPRouting
package import Texts
package import Transport

/// An HTTP request that was matched to a route, with its client's right and the way to reply.
package struct Call {
    package let request: Request
    package let exchange: Exchange
    /// The client's right to make the call, which may end while the call waits.
    package let admission: Admission
    /// The values of the path's variables.
    package let values: [Text]
    private let send: (Response, BodyRest?) -> Void

    /// `send` sends the response and the rest of its body.
    package init(
        request: Request, exchange: Exchange, admission: Admission, values: [Text],
        send: @escaping (Response, BodyRest?) -> Void
    ) {
        self.request = request
        self.exchange = exchange
        self.admission = admission
        self.values = values
        self.send = send
    }

    /// The client that makes the call. Throws a 401 problem if its key has been revoked since it was let in.
    package var caller: Caller {
        get throws(Problem) { try admission.caller() }
    }

    /// Returns this call with another right.
    package func made(by admission: Admission) -> Call {
        Call(
            request: request, exchange: exchange, admission: admission, values: values, send: send)
    }

    /// Replies with the result, at once or later, or with the problem if the client's right has ended. Only
    /// the first reply is sent.
    package func reply(_ response: Response) { replyInPieces(response, nil) }

    /// Replies in pieces. `response` has the first piece.
    package func replyInPieces(_ response: Response, _ rest: BodyRest?) {
        if let problem = admission.problem { return send(problem.response, nil) }
        send(response, rest)
    }

    /// Replies with the receipt of an effect. The receipt is sent even if the right has ended since.
    package func confirm(_ response: Response) { send(response, nil) }

    /// The room's name: the first variable of every path with a room.
    package var room: Text { values[0] }

    /// The version of the settings that the request builds on, from `If-Match: "12"` (RFC 9110, section
    /// 13.1.1); nil: the newest version that the server knows.
    package var basis: Int64? {
        get throws(Problem) {
            guard let header = request.header("If-Match") else { return nil }
            let digits = header.utf8.filter { $0 != UInt8(ascii: "\"") }
            guard let version = Int64(String(decoding: digits, as: UTF8.self)), version >= 0 else {
                throw .malformed(
                    status: 400,
                    detail: "If-Match must be a version in quotes, such as \"12\"")
            }
            return version
        }
    }

    /// The path's second variable, such as the ID of an event.
    package var item: Text { values[1] }
}
