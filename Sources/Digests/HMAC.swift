import Crypto

/// The code by which those who share a key know a message for theirs: HMAC-SHA256 (RFC 2104).
public enum HMAC {
    private typealias Code = Crypto.HMAC<Crypto.SHA256>

    /// The code of `message`: 32 bytes.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(Code.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }

    /// Whether `code` is that of `message`. Takes the same time wherever the two differ.
    public static func isCode(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        Code.isValidAuthenticationCode(
            code, authenticating: message, using: SymmetricKey(data: key))
    }
}
