import Texts

/// Ids for events whose senders gave them none.
enum EventID {
    /// 80 random bits in Crockford's base 32: short, unguessable, never met by a sender's own.
    static func random() -> Text {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        var bits = generator.next()
        var more = generator.next()
        let text = (0..<16).map { index -> UInt8 in
            if index == 12 { swap(&bits, &more) }
            defer { bits >>= 5 }
            return digits[Int(bits & 31)]
        }
        return Text(decoding: text)
    }
}
