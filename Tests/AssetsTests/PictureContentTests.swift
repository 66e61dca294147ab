import HTTPRouting
import Testing
import Texts

@testable import Assets

@Suite("Pictures whose content and header differ")
struct PictureContentTests {
    /// A picture that says it has 24 × 16 pixels, and states another size in one more place.
    struct Place: Sendable, CustomStringConvertible {
        let description: String
        let picture: @Sendable (_ width: Int, _ height: Int) -> [UInt8]
        /// True if a part may be smaller than the picture.
        var maySmaller = true
    }

    private static func part(_ name: String, _ body: [UInt8]) -> [UInt8] {
        AssetSamples.big(body.count, 4) + Array(name.utf8) + body + [0, 0, 0, 0]
    }

    private static func png(_ parts: [UInt8]) -> [UInt8] {
        let sides = AssetSamples.big(24, 4) + AssetSamples.big(16, 4)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + part("IHDR", sides + [8, 2, 0, 0, 0]) + parts + part("IDAT", [0]) + part("IEND", [])
    }

    private static func control(_ width: Int, _ height: Int, x: Int, y: Int) -> [UInt8] {
        part("acTL", AssetSamples.big(1, 4) + AssetSamples.big(0, 4))
            + part(
                "fcTL",
                [0, width, height, x, y].flatMap { AssetSamples.big($0, 4) } + [0, 1, 0, 1, 0, 0])
    }

    private static func gif(_ width: Int, _ height: Int, x: Int, y: Int) -> [UInt8] {
        Array("GIF89a".utf8) + [24, 0, 16, 0, 0, 0, 0, 0x2C]
            + [x, y, width, height].flatMap { AssetSamples.little($0, 2) }
            + [0, 2, 2, 0x4C, 1, 0, 0x3B]
    }

    private static func webp(_ chunks: [UInt8], canvas: Bool = true) -> [UInt8] {
        let header = AssetSamples.chunk("VP8X", [2, 0, 0, 0, 23, 0, 0, 15, 0, 0])
        return AssetSamples.chunk("RIFF", Array("WEBP".utf8) + (canvas ? header : []) + chunks)
    }

    private static func lossless(_ width: Int, _ height: Int) -> [UInt8] {
        AssetSamples.chunk(
            "VP8L", [0x2F] + AssetSamples.little((height - 1) << 14 | (width - 1), 4) + [0])
    }

    private static func moving(_ width: Int, _ height: Int, x: Int, y: Int, _ pixels: [UInt8])
        -> [UInt8]
    {
        AssetSamples.chunk(
            "ANMF",
            [x / 2, y / 2, width - 1, height - 1, 0].flatMap { AssetSamples.little($0, 3) } + [0]
                + pixels)
    }

    private static func jpeg(_ sizes: [(Int, Int)]) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        for (width, height) in sizes {
            file += [0xFF, 0xC0, 0, 11, 8] + AssetSamples.big(height, 2)
            file += AssetSamples.big(width, 2) + [1, 1, 0x11, 0]
        }
        return file + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9]
    }

    static let places = [
        Place(description: "a frame of APNG") { png(control($0, $1, x: 0, y: 0)) },
        Place(description: "the place of a frame of APNG") {
            png(control(1, 1, x: $0 - 1, y: $1 - 1))
        },
        Place(description: "a frame of GIF") { gif($0, $1, x: 0, y: 0) },
        Place(description: "the place of a frame of GIF") { gif(1, 1, x: $0 - 1, y: $1 - 1) },
        Place(
            description: "lossy pixels of WebP",
            picture: { webp(AssetSamples.chunk("VP8 ", Film.vp8($0, $1))) }, maySmaller: false),
        Place(
            description: "lossless pixels of WebP", picture: { webp(lossless($0, $1)) },
            maySmaller: false),
        Place(
            description: "second pixels of a plain WebP",
            picture: { webp(lossless(24, 16) + lossless($0, $1), canvas: false) },
            maySmaller: false),
        Place(description: "a frame of WebP") {
            webp(moving($0, $1, x: 0, y: 0, lossless($0, $1)))
        },
        Place(description: "the place of a frame of WebP") {
            webp(moving(2, 2, x: $0 - 2, y: $1 - 2, lossless(2, 2)))
        },
        Place(
            description: "pixels in a frame of WebP",
            picture: { webp(moving(24, 16, x: 0, y: 0, lossless($0, $1))) }, maySmaller: false),
    ]

    private func form(_ bytes: [UInt8]) throws -> AssetForm {
        var window = FileWindow(bytes)
        return try AssetForm(of: &window)
    }

    @Test("A picture that holds more than its header says is rejected", arguments: places)
    func larger(place: Place) throws {
        #expect(try form(place.picture(24, 16)).width == 24)
        for (width, height) in [(26, 16), (24, 18), (8000, 4000), (16_000, 16_000)] {
            #expect(throws: AssetFault.self, "\(width) × \(height)") {
                try form(place.picture(width, height))
            }
        }
        if place.maySmaller { #expect(try form(place.picture(12, 8)).height == 16) }
    }

    @Test("A picture that states its size twice is rejected")
    func twice() throws {
        #expect(try form(Self.jpeg([(24, 16)])).width == 24)
        #expect(throws: AssetFault.self) { try form(Self.jpeg([(24, 16), (16_000, 16_000)])) }
        #expect(throws: AssetFault.self) { try form(Self.jpeg([(24, 16), (24, 16)])) }
        let header = Self.part("IHDR", AssetSamples.big(16_000, 4) + AssetSamples.big(16_000, 4))
        #expect(throws: AssetFault.self) { try form(Self.png(header)) }
        let canvas = AssetSamples.chunk("VP8X", [0, 0, 0, 0, 0xFF, 0xFF, 0, 0xFF, 0xFF, 0])
        #expect(throws: AssetFault.self) { try form(Self.webp(Self.lossless(24, 16) + canvas)) }
    }

    @Test("A picture has at most 10,000 frames and a JPEG 100 scans")
    func counts() throws {
        func moving(_ frames: Int) -> [UInt8] {
            var file = Self.gif(1, 1, x: 0, y: 0)
            let frame = Array(file[13..<file.count - 1])
            file.insert(
                contentsOf: Array(repeating: frame, count: frames - 1).flatMap(\.self), at: 13)
            return file
        }
        #expect(try form(moving(10_000)).width == 24)
        #expect(throws: AssetFault.self) { try form(moving(10_001)) }
        func progressive(_ scans: Int) -> [UInt8] {
            var file = Self.jpeg([(24, 16)])
            let scan = Array(file[15..<file.count - 2])
            file.insert(
                contentsOf: Array(repeating: scan, count: scans - 1).flatMap(\.self), at: 15)
            return file
        }
        #expect(try form(progressive(100)).height == 16)
        #expect(throws: AssetFault.self) { try form(progressive(101)) }
    }

    @Test(
        "An SVG is rejected, and the error lists the accepted formats",
        arguments: [
            "<svg/>", " \n<?xml version='1.0'?><!-- a --><svg xmlns='http://www.w3.org/2000/svg'/>",
            "\u{FEFF}<svg>", "<!DOCTYPE svg><s:svg xmlns:s='http://www.w3.org/2000/svg'/>",
        ])
    func svg(text: String) throws {
        let fault = try #require(throws: AssetFault.self) { try form(Array(text.utf8)) }
        #expect(fault.type.status == 422)
        for name in ["PNG", "APNG", "JPEG", "WebP", "GIF", "WebM"] {
            #expect(fault.detail.contains(name))
        }
    }
}
