import Texts

/// An event's body as the journal keeps it: what happened and, last, by whose key.
///
/// Two events are the same if the same happened, whoever sent them.
struct SignedBody {
    /// What happened.
    let body: Text
    /// The id of the key; nil if there was none.
    let key: Text?

    private static let seam: Text = ",\"by\":\""
    private static let end: Text = "\"}"

    init(_ body: Text, by key: Text?) {
        self.body = body
        self.key = key
    }

    /// Tells the two apart in what `kept` made.
    init(kept text: Text) {
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

    /// In the form that is kept.
    var kept: Text {
        guard let key else { return body }
        return Text(decoding: Array(body.utf8.dropLast())) + Self.seam + key + Self.end
    }
}
