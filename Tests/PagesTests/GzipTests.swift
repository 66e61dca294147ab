import Testing

@testable import Pages

@Suite("Gzip")
struct GzipTests {
    private let text = Array(String(repeating: "the same words again, ", count: 500).utf8)

    @Test("The header has no file name and no time, and names deflate as its method")
    func head() throws {
        let compressed = try #require(Gzip.compressed(text))
        #expect(compressed.count < text.count / 20)
        #expect(compressed.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    }

    @Test("The trailer has the checksum and the length of the content")
    func end() throws {
        // The CRC-32 of "123456789" is the check value of the CRC catalogues.
        for (bytes, sum) in [(Array("123456789".utf8), 0xCBF4_3926), ([], 0)] as [([UInt8], UInt32)]
        {
            let end = try #require(Gzip.compressed(bytes)).suffix(8)
            let words = stride(from: end.startIndex, to: end.endIndex, by: 4).map { start in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(end[start + $1]) << (8 * UInt32($1)) }
            }
            #expect(words == [sum, UInt32(bytes.count)])
        }
    }

    @Test("The same content is compressed to the same bytes")
    func deterministic() {
        #expect(Gzip.compressed(text) == Gzip.compressed(text))
    }
}
