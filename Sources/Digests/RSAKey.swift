import COpenSSL

/// An RSA public key that checks signatures with PKCS #1 v1.5 and SHA-256 (RFC 8017, section 8.2).
public struct RSAKey {
    /// The accepted sizes: shorter keys can be broken, longer keys take milliseconds per signature.
    public static let bitCounts = 2048...8192
    /// The longest accepted public exponent: a check takes time in proportion to it. 65537 is usual.
    private static let maxExponentBitCount = 33

    private let handle: Handle

    /// Reads a key in PEM form (RFC 7468, section 13); nil if it is not an RSA key of an accepted
    /// size.
    public init?(pem: String) {
        guard let handle = Handle(pem: pem),
            EVP_PKEY_get_base_id(handle.key) == EVP_PKEY_RSA,
            Self.bitCounts.contains(Int(EVP_PKEY_get_bits(handle.key))),
            handle.exponentBitCount.map({ $0 <= Self.maxExponentBitCount }) == true
        else { return nil }
        self.handle = handle
    }

    /// Returns true if `signature` is a valid signature of `message`.
    public func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            // OpenSSL leaves the reason for a refused signature in the error queue of this thread.
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle.key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// An OpenSSL key, freed with its last owner.
    private final class Handle {
        let key: OpaquePointer

        init?(pem: String) {
            var pem = pem
            let read = pem.withUTF8 { bytes -> OpaquePointer? in
                let input = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
                defer { BIO_free(input) }
                // With an empty password, an encrypted key is refused. Without one, OpenSSL would ask
                // for it on the terminal.
                var password: CChar = 0
                return PEM_read_bio_PUBKEY(input, nil, nil, &password)
            }
            ERR_clear_error()
            guard let read else { return nil }
            key = read
        }

        deinit { EVP_PKEY_free(key) }

        var exponentBitCount: Int? {
            var exponent: OpaquePointer?
            guard EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1 else {
                return nil
            }
            defer { BN_free(exponent) }
            return Int(BN_num_bits(exponent))
        }
    }
}
