import Texts

/// Bytes in the binary form's numbers and texts.
struct BinaryBuffer {
    private(set) var bytes: [UInt8] = []

    /// Forgets what was written and keeps the storage.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Forgets what was written behind the first `count` bytes.
    mutating func truncate(to count: Int) {
        bytes.removeLast(bytes.count - count)
    }

    mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Seven bits a byte, the lowest first; all but the last have the eighth set (LEB128).
    mutating func natural(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// 0, −1, 1, −2, 2, … as 0, 1, 2, 3, 4, … `value` is within ±2⁶².
    mutating func integer(_ value: Int64) {
        natural(Self.folded(value))
    }

    /// An integer that may be missing: one more than otherwise, for 0 says that there is none.
    mutating func presentInteger(_ value: Int64) {
        natural(Self.folded(value) + 1)
    }

    private static func folded(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value << 1 ^ value >> 63)
    }

    /// The number of bytes of its UTF-8, and these.
    mutating func text(_ text: Text) {
        natural(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a number of two bytes, the lower first, over those at `place`.
    mutating func set(_ value: UInt16, at place: Int) {
        bytes[place] = UInt8(truncatingIfNeeded: value)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
}
