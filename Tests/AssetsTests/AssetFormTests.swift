import TestSupport
import Testing
import Texts

@testable import Assets

@Suite("File formats")
struct AssetFormTests {
    private func form(_ bytes: [UInt8]) throws -> AssetForm {
        var window = FileWindow(bytes)
        return try AssetForm(of: &window)
    }

    @Test("A file's content determines its format, size and duration", arguments: AssetSamples.all)
    func known(sample: AssetSamples.Sample) throws {
        let form = try form(sample.bytes)
        #expect(form.ending == sample.ending)
        #expect([form.width, form.height].compactMap(\.self) == sample.size ?? [])
        #expect(form.seconds == sample.seconds)
    }

    // Audio streams may end after any frame, so only the last frame is cut.
    @Test("A truncated file is rejected", arguments: AssetSamples.all)
    func cut(sample: AssetSamples.Sample) {
        let isStream = ["mp3", "ogg"].contains(sample.ending)
        for count in (isStream ? sample.bytes.count - 100 : 0)..<sample.bytes.count {
            #expect(throws: AssetFault.self, "\(sample), \(count) bytes") {
                try form(Array(sample.bytes.prefix(count)))
            }
        }
    }

    // A polyglot begins as one format and ends as another.
    @Test("A file with trailing content is rejected", arguments: AssetSamples.all)
    func longer(sample: AssetSamples.Sample) {
        for more in ["<script>alert(1)</script>", "PK\u{3}\u{4}\u{14}", "x"] {
            #expect(throws: AssetFault.self) { try form(sample.bytes + Array(more.utf8)) }
        }
    }

    @Test(
        "Other content is rejected",
        arguments: [
            "", "x", "<!doctype html><script>1</script>", "<html/>", "%PDF-1.7", "PK\u{3}\u{4}",
            "#!/bin/sh", "OggS", "RIFF", "ID3", "GIF89a", "wOF2",
        ])
    func others(text: String) {
        #expect(throws: AssetFault.self) { try form(Array(text.utf8)) }
    }

    @Test("A picture that would take gigabytes in a browser is rejected")
    func huge() throws {
        var png = try #require(AssetSamples.pictures.first).bytes
        png.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
        #expect(throws: AssetFault.self) { try form(png) }
        png.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(throws: AssetFault.self) { try form(png) }
    }

    // A parser must not loop forever or read past the end.
    @Test("The parsers finish on damaged files", arguments: AssetSamples.all)
    func damaged(sample: AssetSamples.Sample) {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            var bytes = sample.bytes
            for _ in 0..<3 {
                bytes[random.int(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = try? form(bytes)
        }
    }
}
