import Texts
import Transport

/// A request that has found its route.
struct Call {
    let request: Request
    let exchange: Exchange
    var caller: Caller
    /// What stands at the places of the path's variables.
    let values: [Text]
    /// Called once with the answer, at once or later, and with what follows it.
    let replyInPieces: (Response, BodyRest?) -> Void

    /// Called once with an answer that is whole.
    var reply: (Response) -> Void { { [replyInPieces] in replyInPieces($0, nil) } }

    /// The same of somebody else.
    func made(by caller: Caller) -> Call {
        var call = self
        call.caller = caller
        return call
    }

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
