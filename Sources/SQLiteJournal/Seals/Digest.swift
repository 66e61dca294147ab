import Foundation

/// A hash of 16 bytes that `Seal` computes over a row, or over a chain of rows. The journal detects altered rows with
/// it.
struct Digest: Hashable, Sendable {
    static let byteCount = 16

    /// The link before the first event of a room.
    static let none = Digest(first: 0, second: 0)

    /// The bytes, in little-endian order.
    let first: UInt64
    let second: UInt64

    init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// Returns nil if the data has another length.
    init?(_ data: Data) {
        guard data.count == Self.byteCount else { return nil }
        func word(from start: Int) -> UInt64 {
            data.withUnsafeBytes {
                UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            }
        }
        self.init(first: word(from: 0), second: word(from: 8))
    }

    /// Returns the exclusive or of both, so that the order of mixing does not matter.
    func mixed(with other: Digest) -> Digest {
        Digest(first: first ^ other.first, second: second ^ other.second)
    }
}
