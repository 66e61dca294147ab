import Digests
import Texts

/// What a platform and the server share, to know each other by.
///
/// All comparing takes the same time wherever two differ.
struct Secret {
    private let key: [UInt8]

    init(_ text: Text) {
        key = Array(text.utf8)
    }

    /// Whether `code`, in hexadecimal digits, is the HMAC-SHA256 (RFC 2104) of `message`.
    func isCode(_ code: some Sequence<UInt8>, of message: [UInt8]) -> Bool {
        guard let bytes = hexadecimal(Array(code)) else { return false }
        return HMAC.isCode(bytes, of: message, key: key)
    }

    /// Whether two texts are the same.
    static func areSame(_ one: Text, _ other: Text) -> Bool {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        return HMAC.isCode(HMAC.code(of: left, key: left), of: right, key: left)
    }
}

extension Text {
    /// What follows `start`; nil if it begins with something else.
    func rest(after start: Text) -> Text? {
        begins(with: start) ? Text(decoding: Array(utf8.dropFirst(start.byteCount))) : nil
    }
}

extension Delivery {
    /// Throws if a time lies further than this from now, whichever way.
    func checkTime(_ microseconds: Int64, withinSeconds seconds: Int64) throws(DeliveryFault) {
        let (distance, isTooFar) = wallMicroseconds.subtractingReportingOverflow(microseconds)
        guard !isTooFar, distance.magnitude <= UInt64(seconds) * 1_000_000 else { throw .stale }
    }
}
