/// The hash BLAKE2b without a key (RFC 7693).
struct BLAKE2b {
    private static let blockBytes = 128
    private static let start: [8 of UInt64] = [
        0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
        0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
    ]
    /// The order of a block's words in each of ten rounds; the last two rounds are the first two.
    private static let orders: [160 of UInt8] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
        11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
        7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
        9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
        2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
        12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
        13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
        6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
        10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
    ]

    private var state = start
    private let size: Int

    private init(size: Int) {
        self.size = size
        state[0] ^= 0x0101_0000 ^ UInt64(size)
    }

    /// The hash of `bytes`, `size` bytes long: 1 to 64.
    static func hash(_ bytes: [UInt8], size: Int) -> [UInt8] {
        let words = words(bytes, size: size)
        return (0..<size).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (8 * ($0 % 8))) }
    }

    /// The hash of `bytes` as words, the first byte the least significant of the first.
    static func words(_ bytes: [UInt8], size: Int) -> [8 of UInt64] {
        var hash = BLAKE2b(size: size)
        let span = bytes.span
        var offset = 0
        while span.count - offset > blockBytes {
            hash.mix(span, from: offset, count: blockBytes, isLast: false)
            offset += blockBytes
        }
        hash.mix(span, from: offset, count: span.count - offset, isLast: true)
        return hash.state
    }

    private mutating func mix(_ bytes: Span<UInt8>, from offset: Int, count: Int, isLast: Bool) {
        var words: [16 of UInt64] = .init(repeating: 0)
        for index in 0..<count / 8 {
            words[index] = UInt64(
                littleEndian: bytes.bytes.unsafeLoadUnaligned(
                    fromByteOffset: offset + 8 * index, as: UInt64.self))
        }
        for index in count / 8 * 8..<count {
            words[index / 8] |= UInt64(bytes[offset + index]) << UInt64(8 * (index % 8))
        }
        let start = Self.start
        var v: [16 of UInt64] = .init { $0 < 8 ? state[$0] : start[$0 - 8] }
        v[12] ^= UInt64(offset + count)
        if isLast { v[14] = ~v[14] }
        let orders = Self.orders
        for round in 0..<12 {
            let first = round % 10 * 16
            func word(_ index: Int) -> UInt64 { words[Int(orders[first + index])] }
            Self.stir(&v, 0, 4, 8, 12, word(0), word(1))
            Self.stir(&v, 1, 5, 9, 13, word(2), word(3))
            Self.stir(&v, 2, 6, 10, 14, word(4), word(5))
            Self.stir(&v, 3, 7, 11, 15, word(6), word(7))
            Self.stir(&v, 0, 5, 10, 15, word(8), word(9))
            Self.stir(&v, 1, 6, 11, 12, word(10), word(11))
            Self.stir(&v, 2, 7, 8, 13, word(12), word(13))
            Self.stir(&v, 3, 4, 9, 14, word(14), word(15))
        }
        for index in 0..<8 { state[index] ^= v[index] ^ v[index + 8] }
    }

    /// The function G of section 3.1.
    @inline(__always)
    private static func stir(
        _ v: inout [16 of UInt64], _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt64, _ y: UInt64
    ) {
        v[a] = v[a] &+ v[b] &+ x
        v[d] = rotated(v[d] ^ v[a], 32)
        v[c] = v[c] &+ v[d]
        v[b] = rotated(v[b] ^ v[c], 24)
        v[a] = v[a] &+ v[b] &+ y
        v[d] = rotated(v[d] ^ v[a], 16)
        v[c] = v[c] &+ v[d]
        v[b] = rotated(v[b] ^ v[c], 63)
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word &>> count | word &<< (64 - count)
    }
}
