import Testing
import Texts

@testable import Assets

/// Steps are counted instead of time, so that the tests do not depend on the machine.
@Suite("The time that checking a file takes")
struct CheckingTimeTests {
    /// A file of many small parts, as many as fit.
    struct Hostile: Sendable, CustomStringConvertible {
        let description: String
        let head: [UInt8]
        let part: [UInt8]
        var tail: [UInt8] = []

        func bytes(_ count: Int) -> [UInt8] {
            let times = max(0, count - head.count - tail.count) / part.count
            return head + Array(repeating: part, count: times).flatMap(\.self) + tail
        }
    }

    private static func riff(_ kind: String) -> [UInt8] {
        // The length is set later.
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array(kind.utf8)
    }

    /// A film up to the beginning of its cluster, whose elements follow.
    private static func film(_ codec: String) -> [UInt8] {
        var film = Film(codec: codec)
        film.isMeasured = false
        let bytes = film.bytes(blocks: [])
        return Array(bytes.dropLast(Film.cluster([]).count - 5))
    }

    private static func blocks(_ description: String, _ codec: String, _ frame: [UInt8]) -> Hostile
    {
        Hostile(
            description: description, head: film(codec),
            part: [0xA3, UInt8(0x80 | frame.count + 4), 0x81, 0, 0, 0] + frame)
    }

    static let all: [Hostile] = {
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0, 0, 0, 0]
        let gif: [UInt8] = Array("GIF89a".utf8) + [24, 0, 16, 0, 0, 0, 0]
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        let vp8x = AssetSamples.chunk("VP8X", [2, 0, 0, 0, 23, 0, 0, 15, 0, 0])
        let frames = AssetSamples.chunk("ANMF", [UInt8](repeating: 0, count: 16))
        return [
            Hostile(
                description: "PNG of empty parts", head: png,
                part: [0, 0, 0, 0] + Array("teXt".utf8) + [0, 0, 0, 0]),
            Hostile(description: "GIF of empty comments", head: gif, part: [0x21, 0xFE, 0]),
            Hostile(
                description: "GIF of blocks of a byte", head: gif + [0x21, 0xFE], part: [1, 0]),
            Hostile(description: "JPEG of filling", head: jpeg, part: [0xFF]),
            Hostile(description: "JPEG of marks without a length", head: jpeg, part: [0xFF, 0x01]),
            Hostile(description: "JPEG of empty segments", head: jpeg, part: [0xFF, 0xFE, 0, 2]),
            Hostile(
                description: "JPEG whose scan is all 255", head: jpeg + [0xFF, 0xDA, 0, 2],
                part: [0xFF, 0]),
            Hostile(
                description: "WebP of empty chunks", head: riff("WEBP") + vp8x,
                part: Array("QQQQ".utf8) + [0, 0, 0, 0]),
            Hostile(description: "WebP of frames", head: riff("WEBP") + vp8x, part: frames),
            Hostile(
                description: "WAV of empty chunks", head: riff("WAVE"),
                part: Array("QQQQ".utf8) + [0, 0, 0, 0]),
            Hostile(
                description: "Ogg of empty pages",
                head: Array(AssetSamples.ogg.bytes.prefix(58)),
                part: Array("OggS".utf8) + [UInt8](repeating: 0, count: 23)),
            Hostile(
                description: "MP3 of the smallest frames", head: [],
                part: [0xFF, 0xF3, 0x14, 0] + [UInt8](repeating: 0, count: 20)),
            Hostile(
                description: "film of blank elements", head: film("V_VP8"), part: [0xEC, 0x80]),
            Hostile(description: "film of empty groups", head: film("V_VP8"), part: [0xA0, 0x80]),
            Hostile(
                description: "film of empty opacities", head: film("V_VP8"),
                part: [0xA0, 0x8A, 0xA1, 0x84, 0x81, 0, 0, 0, 0x75, 0xA1, 0x80, 0xEC]),
            Hostile(
                description: "film of clusters", head: film("V_VP8"),
                part: [0x1F, 0x43, 0xB6, 0x75, 0xFF]),
            blocks("VP8 of the smallest frames", "V_VP8", [1]),
            blocks("VP9 of inter frames", "V_VP9", Film.vp9Inter(64, 64)),
            blocks(
                "VP9 of superframes", "V_VP9",
                Film.superframe([Film.vp9SameSize, Film.vp9SameSize])),
            blocks("AV1 of empty units", "V_AV1", [UInt8](repeating: 0x7A, count: 1) + [0]),
            blocks("AV1 of sequences", "V_AV1", Film.av1(64, 64)),
            Hostile(description: "XML of marks", head: Array("<".utf8), part: Array("<s".utf8)),
        ]
    }()

    private static func steps(_ hostile: Hostile, _ count: Int) -> (steps: Int, isSpent: Bool) {
        var bytes = hostile.bytes(count)
        if bytes.starts(with: "RIFF".utf8) {
            bytes.replaceSubrange(4..<8, with: AssetSamples.little(bytes.count - 8, 4))
        }
        var window = FileWindow(bytes)
        _ = try? AssetForm(of: &window)
        return (window.steps, window.isSpent)
    }

    @Test("Checking takes at most four steps a byte, whatever the file holds", arguments: all)
    func bounded(hostile: Hostile) {
        let size = 4 << 20
        let taken = Self.steps(hostile, size).steps
        // A check ends soon after it has taken all its steps, not at that moment.
        let most = FileWindow.maxStepsPerByte * size + FileWindow.freeSteps
        #expect(taken <= most + (128 << 10), "\(taken)")
    }

    @Test("Four times as large a file takes at most four times as many steps", arguments: all)
    func linear(hostile: Hostile) {
        let (small, large) = (
            Self.steps(hostile, 1 << 20).steps, Self.steps(hostile, 4 << 20).steps
        )
        #expect(large <= 4 * small + (128 << 10), "\(small), \(large)")
    }

    @Test("Files as programs write them take a quarter of the steps", arguments: AssetSamples.all)
    func usual(sample: AssetSamples.Sample) throws {
        var window = FileWindow(sample.bytes)
        _ = try AssetForm(of: &window)
        #expect(window.steps < FileWindow.maxStepsPerByte * sample.bytes.count / 4 + 1000)
    }
}
