import Access
package import Texts

/// An event's body together with the ID of its sender's key, and the text in which the log stores both. The key is the
/// last member of the body.
///
/// A repeat of an event must have an equal body, but may come with another key.
package struct SignedBody {
    /// The body without the key.
    package let body: Text
    /// The ID of the sender's key; nil if there was none.
    package let key: Text?

    private static let seam: Text = ",\"by\":\""
    private static let end: Text = "\"}"

    package init(_ body: Text, by key: Text?) {
        self.body = body
        self.key = key
    }

    /// Splits a stored body, as `kept` has made it.
    package init(kept text: Text) {
        let bytes = Array(text.utf8)
        let start = bytes.count - Self.seam.byteCount - Self.end.byteCount - Grant.idLength
        guard start > 0, bytes[start...].starts(with: Self.seam.utf8),
            bytes.suffix(Self.end.byteCount).elementsEqual(Self.end.utf8)
        else {
            self.init(text, by: nil)
            return
        }
        let id = bytes[(start + Self.seam.byteCount)...].prefix(Grant.idLength)
        self.init(
            Text(decoding: bytes[..<start] + [UInt8(ascii: "}")]), by: Text(decoding: Array(id)))
    }

    /// The stored form.
    package var kept: Text {
        guard let key else { return body }
        return Text(decoding: Array(body.utf8.dropLast())) + Self.seam + key + Self.end
    }
}
