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

    /// What the path names within the room.
    var item: Text { values[1] }
}
