package import Texts

/// A connected WebSocket client of a room: a viewer or a studio.
package protocol StreamClient: AnyObject {
    var caller: Caller { get }
    var roomName: Text { get }
    /// The rate limit of the client's messages.
    var messages: TokenBucket { get set }
}
