import Digests
import Texts

/// A secret that a platform and the server share, with the comparisons that authenticate deliveries.
///
/// All comparisons take the same time wherever two values differ.
struct Secret {
    private let key: [UInt8]

    init(_ text: Text) {
        key = Array(text.utf8)
    }

    /// Returns true if `code`, in hexadecimal digits, is the HMAC-SHA256 (RFC 2104) of `message`.
    func isCode(_ code: some Sequence<UInt8>, of message: [UInt8]) -> Bool {
        guard let bytes = hexadecimal(Array(code)) else { return false }
        return HMAC.isCode(bytes, of: message, key: key)
    }

    /// Returns true if two texts are the same.
    static func areSame(_ one: Text, _ other: Text) -> Bool {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        return HMAC.isCode(HMAC.code(of: left, key: left), of: right, key: left)
    }
}

extension Text {
    /// Returns the text after `start`; nil if the text does not begin with `start`.
    func rest(after start: Text) -> Text? {
        begins(with: start) ? Text(decoding: Array(utf8.dropFirst(start.byteCount))) : nil
    }
}

extension Delivery {
    /// Throws if a time is further from now than this, in the past or in the future.
    func checkTime(_ microseconds: Int64, withinSeconds seconds: Int64) throws(DeliveryFault) {
        let (distance, isTooFar) = wallMicroseconds.subtractingReportingOverflow(microseconds)
        guard !isTooFar, distance.magnitude <= UInt64(seconds) * 1_000_000 else { throw .stale }
    }
}
