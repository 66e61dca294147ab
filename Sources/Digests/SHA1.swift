import Crypto

/// The hash SHA-1 (FIPS 180-4): a name for what nobody forges, not a proof.
public enum SHA1 {
    /// The hash of `bytes`: 20 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Array(Insecure.SHA1.hash(data: bytes))
    }
}
