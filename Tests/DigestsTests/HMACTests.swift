import Digests
import Testing

@Suite("HMAC")
struct HMACTests {
    @Test(
        "HMAC codes match RFC 4231, cases 1, 2 and 6",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func codes(key: [UInt8], message: String, code: String) {
        #expect(HMAC.code(of: Array(message.utf8), key: key).hexadecimal == code)
    }

    @Test("A code that differs in any byte or in length is rejected")
    func wrongCodes() {
        let (key, message): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
        let code = HMAC.code(of: message, key: key)
        #expect(HMAC.isCode(code, of: message, key: key))
        #expect(!HMAC.isCode(code, of: message, key: [1, 2]))
        #expect(!HMAC.isCode(code, of: message + [0], key: key))
        #expect(!HMAC.isCode(Array(code.dropLast()), of: message, key: key))
        #expect(!HMAC.isCode([], of: message, key: key))
        for index in code.indices {
            var other = code
            other[index] ^= 0x80
            #expect(!HMAC.isCode(other, of: message, key: key))
        }
    }
}
