import COpenSSL

/// The message authentication code HMAC-SHA256 (RFC 2104).
public enum HMAC {
    /// The code of `message`: 32 bytes.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            // The pointer of an empty array may be null, which OpenSSL does not take for a key.
            let keyBytes = key.isEmpty ? [0] : key
            let result = COpenSSL.HMAC(
                EVP_sha256(), keyBytes, Int32(key.count), message, message.count,
                code.baseAddress, nil)
            precondition(result != nil, "HMAC-SHA256 failed: out of memory")
            count = SHA256.byteCount
        }
    }

    /// Whether `code` is that of `message`. Takes the same time wherever the two differ.
    public static func isCode(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        let expected = self.code(of: message, key: key)
        return code.count == expected.count && CRYPTO_memcmp(code, expected, code.count) == 0
    }
}
