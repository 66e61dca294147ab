import Testing
import Texts

@testable import Journal
@testable import SQLiteJournal

@Suite("BLAKE2b")
struct BLAKE2bTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("The hash of \"abc\" matches RFC 7693, appendix A")
    func example() {
        #expect(
            hex(BLAKE2b.hash(Array("abc".utf8), size: 64)) == """
                ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
                7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
                """)
    }

    // The input sequences of RFC 7693, appendix E. The expected hash over all hashes was computed
    // with Python's hashlib.
    @Test("Hashes of inputs of many lengths match Python's hashlib")
    func selfTest() {
        func sequence(_ length: Int) -> [UInt8] {
            var a = 0xDEAD_4BAD &* UInt32(length)
            var b: UInt32 = 1
            return (0..<length).map { _ in
                let t = a &+ b
                a = b
                b = t
                return UInt8(truncatingIfNeeded: t >> 24)
            }
        }
        let all = [20, 32, 48, 64].flatMap { size in
            [0, 3, 128, 129, 255, 1024].flatMap { BLAKE2b.hash(sequence($0), size: size) }
        }
        #expect(
            hex(BLAKE2b.hash(all, size: 32))
                == "681f345ad53c6360214ea500fd259edddbca775f605fad81b9b189d6d88e15c6")
    }
}
