import Digests
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// NIST's examples, and lengths near the end of a block, which sha256sum hashed.
    @Test(
        "SHA-256 matches known hashes",
        arguments: [
            ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ("a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            ("a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            ("a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
            ("a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            ("a", 100_000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
        ])
    func hashes(text: String, times: Int, hash: String) {
        let bytes = [[UInt8]](repeating: Array(text.utf8), count: times).flatMap(\.self)
        #expect(SHA256.hash(bytes).hexadecimal == hash)
        #expect(SHA256.hash(bytes).count == SHA256.byteCount)
    }

    @Test(
        "The hash does not depend on how the bytes are split", arguments: [1, 5, 55, 64, 100, 1000])
    func pieces(count: Int) {
        let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: count) {
            hash.update(Array(bytes[start..<min(start + count, bytes.count)]))
        }
        #expect(hash.end() == SHA256.hash(bytes))
    }
}

extension [UInt8] {
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
