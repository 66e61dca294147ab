import Texts

/// Writes numbers and texts in the binary form of frames into a buffer.
struct BinaryBuffer {
    private(set) var bytes: [UInt8] = []

    /// Discards the bytes and keeps the storage.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Discards all bytes after the first `count`.
    mutating func truncate(to count: Int) {
        bytes.removeLast(bytes.count - count)
    }

    mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Writes seven bits per byte, the lowest first; all bytes but the last have the eighth bit set
    /// (LEB128).
    mutating func natural(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes 0, −1, 1, −2, 2, … as 0, 1, 2, 3, 4, … `value` is within ±2⁶².
    mutating func integer(_ value: Int64) {
        natural(Self.folded(value))
    }

    /// Writes an optional integer that is present: one more than `integer` writes, because 0 means
    /// missing.
    mutating func presentInteger(_ value: Int64) {
        natural(Self.folded(value) + 1)
    }

    private static func folded(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value << 1 ^ value >> 63)
    }

    /// Writes the number of UTF-8 bytes and the bytes.
    mutating func text(_ text: Text) {
        natural(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Overwrites the two bytes at `place` with a number, the lower byte first.
    mutating func set(_ value: UInt16, at place: Int) {
        bytes[place] = UInt8(truncatingIfNeeded: value)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
}
