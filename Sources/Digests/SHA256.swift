import Crypto

/// The hash SHA-256 (FIPS 180-4), of bytes that are there at once or come a piece at a time.
public struct SHA256 {
    /// So many bytes a hash has.
    public static let byteCount = Crypto.SHA256.byteCount

    private var hash = Crypto.SHA256()

    public init() {}

    /// The hash of `bytes`: 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Array(Crypto.SHA256.hash(data: bytes))
    }

    /// Takes the next bytes in.
    public mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

    /// The hash of all that was taken in: 32 bytes.
    public func end() -> [UInt8] { Array(hash.finalize()) }
}
