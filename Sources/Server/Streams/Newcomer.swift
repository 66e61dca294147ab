import Transport

/// A stream whose room is still on its way to memory. What it says meanwhile is heard once the room is
/// there.
final class Newcomer {
    /// So many messages wait; a page says three or four when it comes.
    private static let limit = 16

    private var texts: [[UInt8]] = []
    /// Whether the stream has been closed.
    var isGone = false

    /// Keeps what the stream has said; returns whether there was room for it.
    func hear(_ text: [UInt8]) -> Bool {
        guard texts.count < Self.limit else { return false }
        texts.append(text)
        return true
    }

    /// Takes out what the stream has said, in order.
    func takeTexts() -> [[UInt8]] {
        defer { texts = [] }
        return texts
    }
}
