/// Makes films (WebM) whose frames state any size.
struct Film {
    typealias Frames = @Sendable (_ width: Int, _ height: Int) -> [UInt8]

    var codec = "V_VP8"
    /// The size in the header.
    var width = 64
    var height = 64
    /// More elements: at the segment's beginning, of the track, and before the clusters.
    var first: [UInt8] = []
    var ofTrack: [UInt8] = []
    var ofSegment: [UInt8] = []
    /// False: the segment and its clusters have no length, as in a recording.
    var isMeasured = true

    static func element(_ id: Int, _ body: [UInt8]) -> [UInt8] {
        AssetSamples.big(id, (id.bitWidth - id.leadingZeroBitCount + 7) / 8)
            + AssetSamples.big(1 << 28 | body.count, 4) + body
    }

    static func number(_ id: Int, _ value: Int) -> [UInt8] {
        element(id, AssetSamples.big(value, 2))
    }

    /// A block of track 1.
    static func simpleBlock(_ frames: [UInt8], flags: UInt8 = 0x80) -> [UInt8] {
        element(0xA3, [0x81, 0, 0, flags] + frames)
    }

    static func cluster(_ blocks: [UInt8]) -> [UInt8] {
        element(0x1F43_B675, element(0xE7, [0]) + blocks)
    }

    /// With a simple block for each picture.
    func bytes(_ pictures: [[UInt8]]) -> [UInt8] {
        bytes(blocks: pictures.flatMap { Self.simpleBlock($0) })
    }

    func bytes(blocks: [UInt8]) -> [UInt8] {
        let head = Self.element(0x1A45_DFA3, Self.element(0x4282, Array("webm".utf8)))
        let length = AssetSamples.big(Int(bitPattern: UInt((1500.0).bitPattern)), 8)
        let info = Self.element(0x1549_A966, Self.element(0x4489, length))
        let sides = Self.number(0xB0, width) + Self.number(0xBA, height)
        let track =
            Self.number(0xD7, 1) + Self.number(0x83, 1) + Self.element(0x86, Array(codec.utf8))
            + Self.element(0xE0, sides) + ofTrack
        let tracks = Self.element(0x1654_AE6B, Self.element(0xAE, track))
        let cluster = Self.cluster(blocks)
        let unmeasured = Array(cluster.prefix(4)) + [0xFF] + cluster.dropFirst(8)
        let parts = first + info + tracks + ofSegment + (isMeasured ? cluster : unmeasured)
        return isMeasured
            ? head + Self.element(0x1853_8067, parts)
            : head + AssetSamples.big(0x1853_8067, 4) + [0xFF] + parts
    }

    /// A list of the places of elements.
    static func seekHead(_ places: KeyValuePairs<Int, Int>) -> [UInt8] {
        element(
            0x114D_9B74,
            places.flatMap {
                element(
                    0x4DBB, element(0x53AB, AssetSamples.big($0.key, 4)) + number(0x53AC, $0.value))
            })
    }

    /// Where the content of the segment begins.
    var segmentStart: Int {
        Self.element(0x1A45_DFA3, Self.element(0x4282, Array("webm".utf8))).count + 8
    }

    // MARK: Frames

    static func vp8(_ width: Int, _ height: Int) -> [UInt8] {
        [0x10, 0, 0, 0x9D, 0x01, 0x2A] + AssetSamples.little(width, 2)
            + AssetSamples.little(height, 2) + [0, 0, 0, 0]
    }

    static let vp8Inter: [UInt8] = [0x11, 0, 0, 0]

    /// Bits of numbers, the most significant first, filled up with zeros.
    static func bits(_ numbers: [(value: Int, count: Int)]) -> [UInt8] {
        let bits = numbers.flatMap { number in
            (0..<number.count).reversed().map { number.value >> $0 & 1 }
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { byte, place in
                byte << 1 | UInt8(start + place < bits.count ? bits[start + place] : 0)
            }
        }
    }

    /// A number in groups of seven bits, the lowest first.
    static func leb128(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F | 0x80)] + leb128(number >> 7)
    }

    static func vp9(_ width: Int, _ height: Int) -> [UInt8] {
        bits([
            (0x82, 8), (0x498342, 24), (1, 3), (0, 1), (width - 1, 16), (height - 1, 16), (0, 32),
        ])
    }

    /// Profile 3: of 10 bits, and as many samples of color as of brightness.
    static func vp9Profile3(_ width: Int, _ height: Int) -> [UInt8] {
        bits([
            (0b1011_0001, 8), (0, 1), (0x498342, 24), (1, 1), (1, 3), (0, 1), (0, 3),
            (width - 1, 16), (height - 1, 16), (0, 32),
        ])
    }

    /// A frame without other frames that is not shown.
    static func vp9Intra(_ width: Int, _ height: Int) -> [UInt8] {
        bits([
            (0x84, 8), (1, 1), (0, 2), (0x498342, 24), (1, 8), (width - 1, 16), (height - 1, 16),
            (0, 32),
        ])
    }

    /// A frame that refers to three earlier frames and states a size of its own.
    static func vp9Inter(_ width: Int, _ height: Int) -> [UInt8] {
        bits([
            (0x86, 8), (0, 2), (1, 8), (0, 12), (0, 3), (width - 1, 16), (height - 1, 16), (0, 32),
        ])
    }

    /// A frame that has the size of the second of three others.
    static let vp9SameSize = bits([(0x86, 8), (0, 2), (1, 8), (0, 12), (0b01, 2), (0, 32)])

    static func superframe(_ frames: [[UInt8]]) -> [UInt8] {
        let mark = UInt8(0xC0 | 1 << 3 | frames.count - 1)
        return frames.flatMap(\.self) + [mark]
            + frames.flatMap { AssetSamples.little($0.count, 2) } + [mark]
    }

    /// `more` is the number of surplus bits in each side's field.
    private static func av1(
        _ head: [(value: Int, count: Int)], _ width: Int, _ height: Int, more: Int = 0
    ) -> [UInt8] {
        func count(_ side: Int) -> Int {
            (side - 1).bitWidth - (side - 1).leadingZeroBitCount + more
        }
        let sequence = bits(
            head + [
                (count(width) - 1, 4), (count(height) - 1, 4), (width - 1, count(width)),
                (height - 1, count(height)), (0, 32),
            ])
        // A temporal delimiter, the sequence header, and a frame.
        return [0x12, 0, 0x0A, UInt8(sequence.count)] + sequence + [0x32, 2, 0, 0]
    }

    static func av1(_ width: Int, _ height: Int, more: Int = 0) -> [UInt8] {
        av1([(0, 5), (0, 1), (0, 1), (0, 5), (0, 12), (5, 5)], width, height, more: more)
    }

    /// With all that a sequence header may say before its size: times, and two operating points.
    static func av1Timed(_ width: Int, _ height: Int) -> [UInt8] {
        let point = [(0, 12), (9, 5), (1, 1), (1, 1), (3, 5), (3, 5), (0, 1), (1, 1), (2, 4)]
        return av1(
            [
                (0, 5), (1, 1), (1, 32), (60, 32), (1, 1), (0b00100, 5), (1, 1), (4, 5), (1, 32),
                (4, 5), (4, 5), (1, 1), (1, 5),
            ] + point + point, width, height)
    }
}
