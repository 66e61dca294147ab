import Texts
import Transport

/// A request that has found its route.
struct Call {
    let request: Request
    let exchange: Exchange
    /// The caller's right to make it, which may end while it waits.
    let admission: Admission
    /// What stands at the places of the path's variables.
    let values: [Text]
    private let send: (Response, BodyRest?) -> Void

    /// `send` sends the answer and what follows it.
    init(
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
    var caller: Caller {
        get throws(Problem) { try admission.caller() }
    }

    /// This call with another right.
    func made(by admission: Admission) -> Call {
        Call(
            request: request, exchange: exchange, admission: admission, values: values, send: send)
    }

    /// Answers with the result, at once or later, or with a 401 if the caller's right has ended. Only the first answer
    /// is sent.
    func reply(_ response: Response) { replyInPieces(response, nil) }

    /// Answers in pieces. `response` has the first piece.
    func replyInPieces(_ response: Response, _ rest: BodyRest?) {
        if let problem = admission.problem { return send(problem.response, nil) }
        send(response, rest)
    }

    /// Answers with the receipt of an effect. The receipt is sent even if the right has ended since.
    func confirm(_ response: Response) { send(response, nil) }

    /// The room's name, which is the first variable of every path that has one.
    var room: Text { values[0] }

    /// The version of the settings that the request builds on, from `If-Match: "12"` (RFC 9110, section 13.1.1); nil: the
    /// newest that the server knows.
    var basis: Int64? {
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

    /// What the path names within the room.
    var item: Text { values[1] }
}
