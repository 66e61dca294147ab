import Testing
import Texts

@testable import Server

@Suite("What a file is")
struct AssetFormTests {
    private func form(_ bytes: [UInt8]) throws -> AssetForm {
        var window = FileWindow(bytes)
        return try AssetForm(of: &window)
    }

    @Test("Its content says what it is, how large and how long", arguments: AssetSamples.all)
    func known(sample: AssetSamples.Sample) throws {
        let form = try form(sample.bytes)
        #expect(form.ending == sample.ending)
        #expect([form.width, form.height].compactMap(\.self) == sample.size ?? [])
        #expect(form.seconds == sample.seconds)
    }

    // Some may end behind any of their frames; the last one is cut.
    @Test("Cut short anywhere it is none", arguments: AssetSamples.all)
    func cut(sample: AssetSamples.Sample) {
        let isStream = ["mp3", "ogg"].contains(sample.ending)
        for count in (isStream ? sample.bytes.count - 100 : 0)..<sample.bytes.count {
            #expect(throws: AssetFault.self, "\(sample), \(count) bytes") {
                try form(Array(sample.bytes.prefix(count)))
            }
        }
    }

    // A file that is two things at once begins as one and ends as the other.
    @Test("With something behind its end it is none", arguments: AssetSamples.all)
    func longer(sample: AssetSamples.Sample) {
        for more in ["<script>alert(1)</script>", "PK\u{3}\u{4}\u{14}", "x"] {
            #expect(throws: AssetFault.self) { try form(sample.bytes + Array(more.utf8)) }
        }
    }

    @Test(
        "Other things are none, whatever they are called",
        arguments: [
            "", "x", "<!doctype html><script>1</script>", "<html/>", "%PDF-1.7", "PK\u{3}\u{4}",
            "#!/bin/sh", "OggS", "RIFF", "ID3", "GIF89a", "wOF2",
        ])
    func others(text: String) {
        #expect(throws: AssetFault.self) { try form(Array(text.utf8)) }
    }

    @Test("A picture that would take a browser gigabytes is refused")
    func huge() throws {
        var png = try #require(AssetSamples.pictures.first).bytes
        png.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
        #expect(throws: AssetFault.self) { try form(png) }
        png.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(throws: AssetFault.self) { try form(png) }
    }

    // No form may keep the disk's thread, or read beyond the end.
    @Test("Whatever bytes are damaged, it ends", arguments: AssetSamples.all)
    func damaged(sample: AssetSamples.Sample) {
        var state: UInt64 = 1
        for _ in 0..<300 {
            var bytes = sample.bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            _ = try? form(bytes)
        }
    }
}
