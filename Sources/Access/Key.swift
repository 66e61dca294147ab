import Digests
package import Texts

/// The secret text of an access key, which a client sends to prove its rights. It consists of `ov_`, the role's letter,
/// `_`, and 26 digits of Crockford's base 32, which are 130 random bits.
///
/// The server stores, compares and finds keys by their digests only. The description has no secret, so that
/// no log line can contain one.
package struct Key: Sendable, CustomStringConvertible {
    package let role: Role
    /// The key as clients send it.
    package let text: Text

    static let prefix: Text = "ov_"
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let digitCount = 26
    private static let length = prefix.byteCount + 2 + digitCount

    /// Parses a key; nil if `text` is no key.
    package init?(_ text: Text) {
        guard text.byteCount == Self.length, text.begins(with: Self.prefix) else { return nil }
        let bytes = Array(text.utf8)
        guard let role = Role.allCases.first(where: { $0.letter == bytes[3] }),
            bytes[4] == UInt8(ascii: "_"), bytes[5...].allSatisfy(Self.digits.contains)
        else { return nil }
        self.role = role
        self.text = text
    }

    /// Returns a new key with bits of the system's random generator.
    static func random(_ role: Role) -> Key {
        let letter = Text(decoding: [role.letter])
        guard let key = Key("\(prefix)\(letter)_\(randomDigits(digitCount))") else {
            preconditionFailure("a key of our own is one")
        }
        return key
    }

    /// Returns random digits of five bits each.
    static func randomDigits(_ count: Int) -> Text {
        var generator = SystemRandomNumberGenerator()
        return Text(decoding: (0..<count).map { _ in digits[Int(generator.next() & 31)] })
    }

    var digest: KeyDigest { KeyDigest(of: text) }

    package var description: String { "a key of the role \(role)" }
}

/// The SHA-256 digest of a key, which is stored instead of the key and finds it.
struct KeyDigest: Hashable, Sendable {
    private let words: [UInt64]

    init(of text: Text) {
        self.init(words: SHA256.hash(Array(text.utf8)))
    }

    /// Parses a digest of 64 hexadecimal digits; nil for other texts.
    init?(hexadecimal text: Text) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * SHA256.byteCount else { return nil }
        let words = stride(from: 0, to: digits.count, by: 16).compactMap { start in
            UInt64(String(decoding: digits[start..<start + 16], as: UTF8.self), radix: 16)
        }
        guard words.count == 4 else { return nil }
        self.words = words
    }

    private init(words bytes: [UInt8]) {
        words = stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// The digest in 64 digits.
    var hexadecimal: Text {
        Text(
            hexadecimal: words.flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
            })
    }

    /// Takes the same time for all digests, so that timing reveals no bytes.
    static func == (left: KeyDigest, right: KeyDigest) -> Bool {
        var difference: UInt64 = 0
        for index in 0..<4 { difference |= left.words[index] ^ right.words[index] }
        return difference == 0
    }
}
