/// Computes the hash BLAKE2b without a key (RFC 7693), for the checksums of the journal's rows.
struct BLAKE2b {
    private static let blockBytes = 128

    private var state = initial
    private let size: Int

    private init(size: Int) {
        self.size = size
        state[0] ^= 0x0101_0000 ^ UInt64(size)
    }

    @inline(__always)
    private static var initial: [8 of UInt64] {
        [
            0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B,
            0xA54F_F53A_5F1D_36F1, 0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F,
            0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
        ]
    }

    /// Returns the hash of `bytes` with `size` bytes, 1 to 64.
    static func hash(_ bytes: [UInt8], size: Int) -> [UInt8] {
        let words = words(bytes, size: size)
        return (0..<size).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> (8 * ($0 % 8))) }
    }

    /// Returns the hash of `bytes` as little-endian words.
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
        compress(words, count: UInt64(offset + count), isLast: isLast)
    }

    /// The compression function F of section 3.2. The words of each round are in the order of section 2.7; the last
    /// two rounds repeat the first two.
    private mutating func compress(_ w: [16 of UInt64], count: UInt64, isLast: Bool) {
        var lanes = Lanes(state, Self.initial)
        lanes.v12 ^= count
        if isLast { lanes.v14 = ~lanes.v14 }
        lanes.stir(
            (
                w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12],
                w[13], w[14], w[15]
            ))
        lanes.stir(
            (
                w[14], w[10], w[4], w[8], w[9], w[15], w[13], w[6], w[1], w[12], w[0], w[2], w[11],
                w[7], w[5], w[3]
            ))
        lanes.stir(
            (
                w[11], w[8], w[12], w[0], w[5], w[2], w[15], w[13], w[10], w[14], w[3], w[6], w[7],
                w[1], w[9], w[4]
            ))
        lanes.stir(
            (
                w[7], w[9], w[3], w[1], w[13], w[12], w[11], w[14], w[2], w[6], w[5], w[10], w[4],
                w[0], w[15], w[8]
            ))
        lanes.stir(
            (
                w[9], w[0], w[5], w[7], w[2], w[4], w[10], w[15], w[14], w[1], w[11], w[12], w[6],
                w[8], w[3], w[13]
            ))
        lanes.stir(
            (
                w[2], w[12], w[6], w[10], w[0], w[11], w[8], w[3], w[4], w[13], w[7], w[5], w[15],
                w[14], w[1], w[9]
            ))
        lanes.stir(
            (
                w[12], w[5], w[1], w[15], w[14], w[13], w[4], w[10], w[0], w[7], w[6], w[3], w[9],
                w[2], w[8], w[11]
            ))
        lanes.stir(
            (
                w[13], w[11], w[7], w[14], w[12], w[1], w[3], w[9], w[5], w[0], w[15], w[4], w[8],
                w[6], w[2], w[10]
            ))
        lanes.stir(
            (
                w[6], w[15], w[14], w[9], w[11], w[3], w[0], w[8], w[12], w[2], w[13], w[7], w[1],
                w[4], w[10], w[5]
            ))
        lanes.stir(
            (
                w[10], w[2], w[8], w[4], w[7], w[6], w[1], w[5], w[15], w[11], w[9], w[14], w[3],
                w[12], w[13], w[0]
            ))
        lanes.stir(
            (
                w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12],
                w[13], w[14], w[15]
            ))
        lanes.stir(
            (
                w[14], w[10], w[4], w[8], w[9], w[15], w[13], w[6], w[1], w[12], w[0], w[2], w[11],
                w[7], w[5], w[3]
            ))
        lanes.mix(into: &state)
    }
}

/// The working vector of 16 words. Each is a property of its own, so that they stay in registers.
private struct Lanes {
    var v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15: UInt64

    typealias Words = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )

    @inline(__always)
    init(_ first: [8 of UInt64], _ second: [8 of UInt64]) {
        (v0, v1, v2, v3) = (first[0], first[1], first[2], first[3])
        (v4, v5, v6, v7) = (first[4], first[5], first[6], first[7])
        (v8, v9, v10, v11) = (second[0], second[1], second[2], second[3])
        (v12, v13, v14, v15) = (second[4], second[5], second[6], second[7])
    }

    @inline(__always)
    mutating func stir(_ w: Words) {
        Self.stir(&v0, &v4, &v8, &v12, w.0, w.1)
        Self.stir(&v1, &v5, &v9, &v13, w.2, w.3)
        Self.stir(&v2, &v6, &v10, &v14, w.4, w.5)
        Self.stir(&v3, &v7, &v11, &v15, w.6, w.7)
        Self.stir(&v0, &v5, &v10, &v15, w.8, w.9)
        Self.stir(&v1, &v6, &v11, &v12, w.10, w.11)
        Self.stir(&v2, &v7, &v8, &v13, w.12, w.13)
        Self.stir(&v3, &v4, &v9, &v14, w.14, w.15)
    }

    /// The function G of section 3.1.
    @inline(__always)
    private static func stir(
        _ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64,
        _ x: UInt64, _ y: UInt64
    ) {
        a = a &+ b &+ x
        d = rotated(d ^ a, 32)
        c = c &+ d
        b = rotated(b ^ c, 24)
        a = a &+ b &+ y
        d = rotated(d ^ a, 16)
        c = c &+ d
        b = rotated(b ^ c, 63)
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word &>> count | word &<< (64 - count)
    }

    @inline(__always)
    func mix(into state: inout [8 of UInt64]) {
        state[0] ^= v0 ^ v8
        state[1] ^= v1 ^ v9
        state[2] ^= v2 ^ v10
        state[3] ^= v3 ^ v11
        state[4] ^= v4 ^ v12
        state[5] ^= v5 ^ v13
        state[6] ^= v6 ^ v14
        state[7] ^= v7 ^ v15
    }
}
