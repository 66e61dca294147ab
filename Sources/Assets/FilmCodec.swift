/// The video codec of an uploaded film (VP8, VP9 or AV1), with the parser of the picture size in a frame's header.
enum FilmCodec {
    case vp8
    case vp9
    case av1

    /// Reads the codec's name in a WebM track; nil if WebM has no such codec.
    init?(_ name: Range<Int>, _ file: inout FileWindow) {
        guard name.count == 5 else { return nil }
        if file.has("V_VP8", at: name.lowerBound) {
            self = .vp8
        } else if file.has("V_VP9", at: name.lowerBound) {
            self = .vp9
        } else if file.has("V_AV1", at: name.lowerBound) {
            self = .av1
        } else {
            return nil
        }
    }

    /// Returns the largest size that the frames state; 0 × 0 if they state none. Throws if AV1 frames could state a
    /// side of more than `limit`.
    func size(
        of frames: Range<Int>, limit: Int, _ file: inout FileWindow
    ) throws(AssetFault) -> FrameSize {
        switch self {
        case .vp8: try Self.vp8Size(frames, &file)
        case .vp9: try Self.vp9Size(frames, &file)
        case .av1: try Self.av1Size(frames, limit: limit, &file)
        }
    }

    // MARK: VP8

    /// RFC 6386, section 9.1: only a key frame has a size.
    private static func vp8Size(
        _ frame: Range<Int>, _ file: inout FileWindow
    ) throws(AssetFault) -> FrameSize {
        let at = frame.lowerBound
        guard !frame.isEmpty, file[at] & 1 == 0 else { return FrameSize() }
        guard frame.count >= 10, file.big(at + 3, 3) == 0x9D012A else { throw .cutShort("film") }
        return FrameSize(
            width: file.little(at + 6, 2) & 0x3FFF, height: file.little(at + 8, 2) & 0x3FFF)
    }

    // MARK: VP9

    /// Reads the frames of a block: one frame, or several followed by their lengths (annex B).
    private static func vp9Size(
        _ block: Range<Int>, _ file: inout FileWindow
    ) throws(AssetFault) -> FrameSize {
        guard !block.isEmpty else { return FrameSize() }
        let mark = file[block.upperBound - 1]
        let (count, bytes) = (Int(mark & 7) + 1, Int(mark >> 3 & 3) + 1)
        let index = block.upperBound - 2 - count * bytes
        guard mark & 0xE0 == 0xC0, index >= block.lowerBound, file[index] == mark else {
            return try vp9FrameSize(block, &file)
        }
        var (at, largest) = (block.lowerBound, FrameSize())
        for frame in 0..<count {
            let end = at + file.little(index + 1 + frame * bytes, bytes)
            guard end <= index else { throw .cutShort("film") }
            if end > at { largest.grow(to: try vp9FrameSize(at..<end, &file)) }
            at = end
        }
        return largest
    }

    /// Section 6.2 of the VP9 bitstream: a key frame states its size, any other may.
    private static func vp9FrameSize(
        _ frame: Range<Int>, _ file: inout FileWindow
    ) throws(AssetFault) -> FrameSize {
        var bits = FrameBits(frame)
        guard try bits.next(2, &file) == 2 else { throw .cutShort("film") }
        let profile = try bits.next(1, &file) + 2 * bits.next(1, &file)
        if profile == 3 { try bits.skip(1) }
        if try bits.next(1, &file) == 1 { return FrameSize() }
        let isKey = try bits.next(1, &file) == 0
        let isShown = try bits.next(1, &file) == 1
        let isResilient = try bits.next(1, &file) == 1
        if isKey {
            guard try bits.next(24, &file) == 0x498342 else { throw .cutShort("film") }
            try skipColor(&bits, profile, &file)
        } else {
            var isIntra = false
            if !isShown { isIntra = try bits.next(1, &file) == 1 }
            if !isResilient { try bits.skip(2) }
            if isIntra {
                guard try bits.next(24, &file) == 0x498342 else { throw .cutShort("film") }
                if profile > 0 { try skipColor(&bits, profile, &file) }
                try bits.skip(8)
            } else {
                try bits.skip(8 + 3 * 4)
                // The frame may reuse the size of one of three earlier frames.
                for _ in 0..<3 {
                    if try bits.next(1, &file) == 1 { return FrameSize() }
                }
            }
        }
        return FrameSize(
            width: 1 + (try bits.next(16, &file)), height: 1 + (try bits.next(16, &file)))
    }

    private static func skipColor(
        _ bits: inout FrameBits, _ profile: Int, _ file: inout FileWindow
    ) throws(AssetFault) {
        if profile >= 2 { try bits.skip(1) }
        let isRGB = try bits.next(3, &file) == 7
        if isRGB {
            try bits.skip(profile % 2)
        } else {
            try bits.skip(profile % 2 == 1 ? 4 : 1)
        }
    }

    // MARK: AV1

    /// Reads the sequence headers in a block (AV1 bitstream, sections 5.3 and 5.5). A frame may state another size, in
    /// as many bits as the sequence header allows.
    private static func av1Size(
        _ block: Range<Int>, limit: Int, _ file: inout FileWindow
    ) throws(AssetFault) -> FrameSize {
        var (at, largest) = (block.lowerBound, FrameSize())
        while at < block.upperBound {
            let head = file[at]
            at += head & 4 == 0 ? 1 : 2
            var length = block.upperBound - at
            if head & 2 != 0 { length = try leb128(&at, block.upperBound, &file) }
            guard length >= 0, at + length <= block.upperBound else { throw .cutShort("film") }
            if head >> 3 & 15 == 1 {
                largest.grow(to: try av1SequenceSize(at..<at + length, limit: limit, &file))
            }
            at += length
        }
        return largest
    }

    private static func leb128(
        _ at: inout Int, _ end: Int, _ file: inout FileWindow
    ) throws(AssetFault) -> Int {
        var value = 0
        for place in 0..<8 {
            guard at < end else { throw .cutShort("film") }
            let byte = file[at]
            at += 1
            value |= Int(byte & 0x7F) << (7 * place)
            if byte & 0x80 == 0 { return value }
        }
        throw .cutShort("film")
    }

    private static func av1SequenceSize(
        _ header: Range<Int>, limit: Int, _ file: inout FileWindow
    ) throws(AssetFault) -> FrameSize {
        var bits = FrameBits(header)
        try bits.skip(4)
        if try bits.next(1, &file) == 1 {
            try bits.skip(5)
        } else {
            try skipOperatingPoints(&bits, &file)
        }
        let widthBits = 1 + (try bits.next(4, &file))
        let heightBits = 1 + (try bits.next(4, &file))
        guard 1 << max(widthBits, heightBits) <= limit else {
            throw AssetFault(
                detail:
                    "frames of the AV1 film may have a side of \(1 << max(widthBits, heightBits)) "
                    + "pixels; the most are \(limit)")
        }
        return FrameSize(
            width: 1 + (try bits.next(widthBits, &file)),
            height: 1 + (try bits.next(heightBits, &file)))
    }

    /// Skips the timing and the operating points of a sequence header, which precede its size.
    private static func skipOperatingPoints(
        _ bits: inout FrameBits, _ file: inout FileWindow
    ) throws(AssetFault) {
        var delayBits = 0
        if try bits.next(1, &file) == 1 {
            try bits.skip(64)
            if try bits.next(1, &file) == 1 { try skipExponential(&bits, &file) }
            if try bits.next(1, &file) == 1 {
                delayBits = 1 + (try bits.next(5, &file))
                try bits.skip(42)
            }
        }
        let hasDelay = try bits.next(1, &file) == 1
        for _ in 0...(try bits.next(5, &file)) {
            try bits.skip(12)
            if try bits.next(5, &file) > 7 { try bits.skip(1) }
            if delayBits > 0, try bits.next(1, &file) == 1 { try bits.skip(2 * delayBits + 1) }
            if hasDelay, try bits.next(1, &file) == 1 { try bits.skip(4) }
        }
    }

    /// Skips a number with as many bits as zeros precede it (`uvlc`, section 4.10.3). Decoders disagree about more than
    /// 31 zeros, so such a number is refused.
    private static func skipExponential(
        _ bits: inout FrameBits, _ file: inout FileWindow
    ) throws(AssetFault) {
        var zeros = 0
        while try bits.next(1, &file) == 0 {
            zeros += 1
            guard zeros < 32 else { throw .cutShort("film") }
        }
        try bits.skip(zeros)
    }
}

/// The width and height in pixels of a film's pictures.
struct FrameSize: Hashable {
    var width = 0
    var height = 0

    mutating func grow(to other: FrameSize) {
        width = max(width, other.width)
        height = max(height, other.height)
    }
}

/// A reader of the bits of a frame's header, most significant bit first.
private struct FrameBits {
    private var at: Int
    private let end: Int

    /// Reads the bits of a range of bytes.
    init(_ bytes: Range<Int>) {
        at = 8 * bytes.lowerBound
        end = 8 * bytes.upperBound
    }

    mutating func next(_ count: Int, _ file: inout FileWindow) throws(AssetFault) -> Int {
        guard at + count <= end else { throw .cutShort("film") }
        var value = 0
        for bit in at..<at + count {
            value = value << 1 | Int(file[bit >> 3] >> UInt8(7 - bit & 7) & 1)
        }
        at += count
        return value
    }

    mutating func skip(_ count: Int) throws(AssetFault) {
        guard at + count <= end else { throw .cutShort("film") }
        at += count
    }
}
