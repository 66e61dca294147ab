import Digests
import Testing

@Suite("SHA-1")
struct SHA1Tests {
    // FIPS 180-4's own example.
    @Test("The standard's example comes out")
    func example() {
        let hash: [UInt8] = [
            0xA9, 0x99, 0x3E, 0x36, 0x47, 0x06, 0x81, 0x6A, 0xBA, 0x3E, 0x25, 0x71, 0x78, 0x50,
            0xC2, 0x6C, 0x9C, 0xD0, 0xD8, 0x9D,
        ]
        #expect(SHA1.hash(Array("abc".utf8)) == hash)
    }
}
