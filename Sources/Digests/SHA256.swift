import COpenSSL

/// Computes the hash SHA-256 (FIPS 180-4) of bytes that arrive at once or in pieces.
public struct SHA256 {
    /// The number of bytes of a hash.
    public static let byteCount = 32

    private var context = Context()

    public init() {}

    /// Returns the hash of `bytes`: 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        digest(bytes, EVP_sha256(), byteCount: byteCount)
    }

    /// Adds the next bytes.
    public mutating func update(_ bytes: [UInt8]) {
        if !isKnownUniquelyReferenced(&context) { context = Context(copyOf: context) }
        context.update(bytes)
    }

    /// Returns the hash of all bytes added so far: 32 bytes.
    public func end() -> [UInt8] { Context(copyOf: context).finish() }

    /// OpenSSL's state of a hash.
    private final class Context {
        private let state: OpaquePointer

        init() {
            guard let state = EVP_MD_CTX_new(), EVP_DigestInit_ex(state, EVP_sha256(), nil) == 1
            else { fatalError("no memory for a hash") }
            self.state = state
        }

        init(copyOf other: Context) {
            guard let state = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(state, other.state) == 1
            else { fatalError("no memory for a hash") }
            self.state = state
        }

        deinit { EVP_MD_CTX_free(state) }

        func update(_ bytes: [UInt8]) {
            precondition(EVP_DigestUpdate(state, bytes, bytes.count) == 1, "a hash failed")
        }

        /// Returns the hash; the context can't be used afterwards.
        func finish() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { hash, count in
                precondition(EVP_DigestFinal_ex(state, hash.baseAddress, nil) == 1, "a hash failed")
                count = SHA256.byteCount
            }
        }
    }
}
