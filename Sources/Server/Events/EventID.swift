import Journal
import Texts

/// Ids for events whose senders gave them none.
enum EventID {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let timeDigits = 6
    private static let randomDigits = 12

    /// 60 random bits in Crockford's base 32: short, unguessable, never met by a sender's own.
    ///
    /// What comes before them counts the milliseconds, so that ids of one time stand side by side in the
    /// journal's indexes: a commit writes one page of each, not one an event. It begins again after
    /// twelve days.
    static func random(at time: WallTime = .now) -> Text {
        var generator = SystemRandomNumberGenerator()
        let milliseconds = UInt64(bitPattern: time.microseconds / 1000)
        var text: [UInt8] = []
        text.reserveCapacity(timeDigits + randomDigits)
        for place in (0..<timeDigits).reversed() {
            text.append(digits[Int(milliseconds >> UInt64(5 * place) & 31)])
        }
        var bits = generator.next()
        for _ in 0..<randomDigits {
            text.append(digits[Int(bits & 31)])
            bits >>= 5
        }
        return Text(decoding: text)
    }
}
