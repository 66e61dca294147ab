import COpenSSL

/// Computes the hash SHA-1 (FIPS 180-4) of bytes. Attackers can make two texts with one hash: use it only for names.
public enum SHA1 {
    /// Returns the hash of `bytes`: 20 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        digest(bytes, EVP_sha1(), byteCount: 20)
    }
}

/// Returns the hash of `bytes` by an algorithm whose hashes have `byteCount` bytes.
func digest(_ bytes: [UInt8], _ algorithm: OpaquePointer?, byteCount: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { hash, count in
        let result = EVP_Digest(bytes, bytes.count, hash.baseAddress, nil, algorithm, nil)
        precondition(result == 1, "a hash failed: out of memory")
        count = byteCount
    }
}
