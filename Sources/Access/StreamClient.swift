package import Texts

/// The interface of a room's connected WebSocket clients, which are viewers and studios.
package protocol StreamClient: AnyObject {
    var caller: Caller { get }
    var roomName: Text { get }
    /// The rate limit of the client's messages.
    var messages: TokenBucket { get set }
}
