import COpenSSL

/// Computes and checks the message authentication code HMAC-SHA256 (RFC 2104), with which platforms sign deliveries.
public enum HMAC {
    /// Returns the code of `message`: 32 bytes.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            // The pointer of an empty array may be null, which OpenSSL does not accept as a key.
            let keyBytes = key.isEmpty ? [0] : key
            let result = COpenSSL.HMAC(
                EVP_sha256(), keyBytes, Int32(key.count), message, message.count,
                code.baseAddress, nil)
            precondition(result != nil, "HMAC-SHA256 failed: out of memory")
            count = SHA256.byteCount
        }
    }

    /// Returns true if `code` is the code of `message`, in time that does not depend on where the
    /// two differ.
    public static func isCode(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
        let expected = self.code(of: message, key: key)
        return code.count == expected.count && CRYPTO_memcmp(code, expected, code.count) == 0
    }
}
