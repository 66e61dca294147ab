import Glibc
import Texts

/// The host and the port that an HTTP request names (RFC 3986 §3.2), parsed from text.
public struct Authority: Sendable {
    /// The text as it was sent.
    public let text: [UInt8]
    /// The host in lower case, without the port; an IPv6 address is in brackets.
    public let host: [UInt8]

    /// Nil if `text` is not an authority. The host may be empty, the port may be missing.
    public init?(_ text: some Sequence<UInt8>) {
        self.text = Array(text)
        guard let end = Self.hostEnd(self.text), Self.isPort(self.text[end...]) else { return nil }
        host = self.text[..<end].map(\.asciiLowercased)
    }

    private static func hostEnd(_ text: [UInt8]) -> Int? {
        guard text.first == UInt8(ascii: "[") else {
            let end = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
            return isName(text[..<end]) ? end : nil
        }
        guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        return isIPv6(text[1..<bracket]) ? bracket + 1 : nil
    }

    private static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
        // The longest form: six groups and an IPv4 address.
        guard text.count <= 45, !text.contains(0) else { return false }
        var address = in6_addr()
        return inet_pton(AF_INET6, text.map(CChar.init(bitPattern:)) + [0], &address) == 1
    }

    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = text.first else { return true }
        let digits = text.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy(\.isDigit) else {
            return false
        }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= Int(UInt16.max)
    }

    /// True if all characters may be in a registered name or an IPv4 address (RFC 3986 §3.2.2).
    private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
        text.indices.allSatisfy { index in
            switch text[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
                UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
                UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
                UInt8(ascii: "="):
                true
            case UInt8(ascii: "%"):
                text[(index + 1)...].prefix(2).allSatisfy { $0.hexadecimalValue != nil }
                    && index + 2 < text.endIndex
            default:
                false
            }
        }
    }
}
