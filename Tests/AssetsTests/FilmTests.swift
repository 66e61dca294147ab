import Testing
import Texts

@testable import Assets

@Suite("Films")
struct FilmTests {
    /// A place in a film where a frame states its size.
    struct Place: Sendable, CustomStringConvertible {
        let description: String
        /// A film that says it has 64 × 64 pixels, and holds a frame of so many.
        let film: @Sendable (_ width: Int, _ height: Int) -> [UInt8]
    }

    private static func place(
        _ description: String, _ codec: String, frames: @escaping Film.Frames,
        change: @escaping @Sendable (inout Film) -> Void = { _ in }
    ) -> Place {
        Place(description: description) { width, height in
            var film = Film(codec: codec)
            change(&film)
            return film.bytes([frames(width, height)])
        }
    }

    private static func place(
        _ description: String, _ codec: String,
        blocks: @escaping @Sendable (_ width: Int, _ height: Int) -> [UInt8]
    ) -> Place {
        Place(description: description) { Film(codec: codec).bytes(blocks: blocks($0, $1)) }
    }

    private static func group(_ frame: [UInt8], opacity: [UInt8] = []) -> [UInt8] {
        let more = Film.element(0xA6, Film.element(0xEE, [1]) + Film.element(0xA5, opacity))
        return Film.element(
            0xA0,
            Film.element(0xA1, [0x81, 0, 0, 0] + frame)
                + (opacity.isEmpty ? [] : Film.element(0x75A1, more)))
    }

    static let places = [
        place("a key frame of VP8", "V_VP8", frames: { Film.vp8($0, $1) }),
        place(
            "a film without lengths", "V_VP8", frames: { Film.vp8($0, $1) },
            change: { $0.isMeasured = false }),
        place("a key frame of VP9", "V_VP9", frames: { Film.vp9($0, $1) }),
        place("VP9 with 10 bits", "V_VP9", frames: { Film.vp9Profile3($0, $1) }),
        place("a hidden frame of VP9", "V_VP9", frames: { Film.vp9Intra($0, $1) }),
        place("VP9 that changes its size", "V_VP9", frames: { Film.vp9Inter($0, $1) }),
        place(
            "the second of two frames of VP9", "V_VP9",
            frames: { Film.superframe([Film.vp9SameSize, Film.vp9($0, $1)]) }),
        place("a sequence of AV1", "V_AV1", frames: { Film.av1($0, $1) }),
        place("a sequence of AV1 with times", "V_AV1", frames: { Film.av1Timed($0, $1) }),
        place(
            "a later block", "V_VP8",
            blocks: {
                Film.simpleBlock(Film.vp8(64, 64)) + Film.simpleBlock(Film.vp8Inter)
                    + Film.element(0xEC, [0, 0, 0]) + Film.simpleBlock(Film.vp8($0, $1))
            }),
        place("a block in a group", "V_VP8", blocks: { group(Film.vp8($0, $1)) }),
        place(
            "the opacity of a picture", "V_VP8",
            blocks: { group(Film.vp8(64, 64), opacity: Film.vp8($0, $1)) }),
        Place(description: "a later cluster") { width, height in
            var film = Film()
            film.isMeasured = false
            return film.bytes([Film.vp8(64, 64)])
                + Film.cluster(Film.simpleBlock(Film.vp8(width, height)))
        },
    ]

    private func form(_ bytes: [UInt8]) throws -> AssetForm {
        var window = FileWindow(bytes)
        return try AssetForm(of: &window)
    }

    @Test("A film whose frames are larger than its header says is rejected", arguments: places)
    func largerFrames(place: Place) throws {
        #expect(try form(place.film(64, 64)).width == 64)
        for (width, height) in [(65, 64), (64, 65), (4000, 2000), (16_383, 16_383)] {
            #expect(throws: AssetFault.self, "\(width) × \(height)") {
                try form(place.film(width, height))
            }
        }
    }

    @Test("Frames may be smaller than the header says, or have the size of an earlier frame")
    func smallerFrames() throws {
        for place in Self.places { #expect(try form(place.film(32, 16)).height == 64, "\(place)") }
        let film = Film(codec: "V_VP9").bytes([Film.vp9(64, 64), Film.vp9SameSize])
        #expect(try form(film).width == 64)
    }

    @Test("A film has at most 4,096 pixels a side and 4096 × 2304 together")
    func limits() throws {
        for (width, height, isTaken) in [
            (4096, 2304, true), (2304, 4096, true), (4097, 100, false), (4096, 2305, false),
            (0, 64, false),
        ] {
            let film = Film(width: width, height: height).bytes([Film.vp8(64, 64)])
            #expect(((try? form(film)) != nil) == isTaken, "\(width) × \(height)")
        }
    }

    @Test("AV1 is rejected if a frame's header has room for a side of more than 4,096 pixels")
    func roomOfAV1() {
        let film = Film(codec: "V_AV1", width: 2048, height: 64)
        #expect(throws: Never.self) { try form(film.bytes([Film.av1(2048, 64)])) }
        #expect(throws: Never.self) { try form(film.bytes([Film.av1(2048, 64, more: 1)])) }
        #expect(throws: AssetFault.self) { try form(film.bytes([Film.av1(2048, 64, more: 2)])) }
    }

    @Test("AV1 is rejected if a number before the size has more than 31 zeros before it")
    func zerosOfAV1() {
        for zeros in [31, 32, 100_000] {
            let sequence = Film.bits([
                // Times, and the number of ticks of a picture.
                (0, 5), (1, 1), (1, 32), (60, 32), (1, 1), (0, zeros), (1, 1), (0, zeros),
                // An operating point, and the size.
                (0, 1), (0, 1), (0, 5), (0, 12), (5, 5), (5, 4), (5, 4), (63, 6), (63, 6), (0, 32),
            ])
            let unit = [0x0A] + Film.leb128(sequence.count) + sequence
            let film = Film(codec: "V_AV1").bytes([unit])
            #expect(((try? form(film)) != nil) == (zeros < 32), "\(zeros)")
        }
    }

    /// A part that a browser may read otherwise than a check that goes by the order of parts.
    struct Trick: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
    }

    static let tricks: [Trick] = {
        let large = Film.cluster(Film.simpleBlock(Film.vp8(16_383, 16_383)))
        let small = Film.simpleBlock(Film.vp8(64, 64))
        let track = Film.number(0xD7, 1) + Film.number(0x83, 1)
        let cues = Film.element(
            0x1C53_BB6B, Film.element(0xBB, Film.element(0xB7, Film.number(0xF1, 4))))
        return [
            Trick(
                description: "a cluster within a block",
                bytes: Film().bytes([Film.vp8(64, 64) + large])),
            Trick(
                description: "a cluster within a blank element",
                bytes: Film().bytes(blocks: Film.element(0xEC, large) + small)),
            Trick(
                description: "a cluster before the tracks' end",
                bytes: Film(ofTrack: Film.element(0x63A2, large)).bytes(blocks: small)),
            Trick(
                description: "two codecs",
                bytes: Film(ofTrack: Film.element(0x86, Array("V_VP9".utf8))).bytes(blocks: small)),
            Trick(
                description: "packed blocks",
                bytes: Film(ofTrack: Film.element(0x6D80, [])).bytes(blocks: small)),
            Trick(
                description: "several pictures in a block",
                bytes: Film().bytes(blocks: Film.simpleBlock(Film.vp8(64, 64), flags: 0x84))),
            Trick(
                description: "a second list of tracks",
                bytes: Film(ofSegment: Film.element(0x1654_AE6B, Film.element(0xAE, track)))
                    .bytes(blocks: small)),
            Trick(
                description: "a place where no element begins",
                bytes: Film(first: Film.seekHead([0x1254_C367: 4])).bytes(blocks: small)),
            Trick(
                description: "a list of places behind the tracks",
                bytes: Film(ofSegment: Film.seekHead([0x1254_C367: 0])).bytes(blocks: small)),
            Trick(
                description: "a time where no cluster begins",
                bytes: Film(ofSegment: cues).bytes(blocks: small)),
            Trick(
                description: "an element that reaches beyond its cluster",
                bytes: Film().bytes(blocks: small + [0xA3, 0x9F])),
            Trick(
                description: "another codec", bytes: Film(codec: "V_MPEG").bytes(blocks: small)),
            Trick(description: "a key frame without a size", bytes: Film().bytes([[0x10, 0, 0]])),
        ]
    }()

    @Test("A film that readers may read in two ways is rejected", arguments: tricks)
    func ambiguous(trick: Trick) {
        #expect(throws: AssetFault.self) { try form(trick.bytes) }
    }

    @Test("A film may have sound tracks, indexes and other elements")
    func others() throws {
        let sound = Film.element(0xAE, Film.number(0xD7, 2) + Film.number(0x83, 2))
        let blocks =
            Film.element(0xA3, [0x82, 0, 0, 6, 1, 2, 3]) + Film.simpleBlock(Film.vp8(64, 64))
        // Places count from the segment's beginning.
        func film(_ info: Int, _ cluster: Int) -> Film {
            Film(
                first: Film.seekHead([0x1549_A966: info, 0x1F43_B675: cluster]),
                ofSegment: Film.element(0x1254_C367, sound)
                    + Film.element(
                        0x1C53_BB6B,
                        Film.element(0xBB, Film.element(0xB7, Film.number(0xF1, cluster)))))
        }
        let empty = film(0, 0)
        let bytes = empty.bytes(blocks: blocks)
        let start = bytes.count - Film.cluster(blocks).count - empty.segmentStart
        #expect(try form(film(empty.first.count, start).bytes(blocks: blocks)).seconds == 1.5)
        #expect(throws: AssetFault.self) {
            try form(film(empty.first.count, start + 1).bytes(blocks: blocks))
        }
    }
}
