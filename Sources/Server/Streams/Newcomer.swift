import History
import LiveRooms
import Transport
import Webhooks

/// A new WebSocket client whose room is still being loaded. It keeps the client's messages until then.
final class Newcomer {
    /// The maximum number of messages. A page sends three or four when it connects.
    private static let limit = 16

    private var texts: [[UInt8]] = []
    /// True if the stream has been closed.
    var isGone = false

    /// Keeps a message; returns false if there are too many.
    func hear(_ text: [UInt8]) -> Bool {
        guard texts.count < Self.limit else { return false }
        texts.append(text)
        return true
    }

    /// Returns the messages in order and removes them.
    func takeTexts() -> [[UInt8]] {
        defer { texts = [] }
        return texts
    }
}
