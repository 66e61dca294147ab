import Stage
import TestSupport
import Testing
import Texts

@testable import Platforms

@Suite("Protocol buffers")
struct ProtobufTests {
    /// Two fields by hand: 1 is 150, 2 is "testing" (protobuf.dev/programming-guides/encoding).
    private static let sample: [UInt8] = [
        0x08, 0x96, 0x01, 0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67,
    ]

    @Test("Varints and texts are read by their field numbers")
    func fields() throws {
        let message = try #require(Protobuf(Self.sample[...]))
        #expect(message.integer(1) == 150)
        #expect(message.text(2) == "testing")
        #expect(message.integer(2) == nil)
        #expect(message.text(3) == nil)
        #expect(message.messages(3)?.isEmpty == true)
    }

    @Test(
        "Bytes that are not a message are refused",
        arguments: [
            [0x08], [0x08, 0x80], [0x12, 0x05, 0x61], [0x00, 0x01], [0x0B], [0x0C],
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x09, 1, 2],
            [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [UInt8](repeating: 0x80, count: 11),
        ] as [[UInt8]])
    func refused(bytes: [UInt8]) {
        #expect(Protobuf(bytes[...]) == nil)
    }

    @Test("Base64 is read with and without padding")
    func decoding() {
        #expect(base64("aGVsbG8=") == Array("hello".utf8))
        #expect(base64("aGVsbG8") == Array("hello".utf8))
        #expect(base64("") == [])
        #expect(base64("a") == nil)
        #expect(base64("aGVsbG8*") == nil)
    }

    /// Random changes of a real message: each is read or refused, and none ends the program.
    @Test("Altered and random messages never crash the server", arguments: [1, 2, 3] as [UInt64])
    func changed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let real = try #require(
            base64(
                "CM7C8QUSCeinguS8l+eUslI3CLzyARIJ5bCP6Iqx6IqxGAMoZDisAkIEZ29sZEoTNDUyMDcwMDAwMDEyMTEwMDAwMVCA"
                    + "98TVBg=="))
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var readings = 0
        for round in 0..<3000 {
            var bytes =
                round % 3 == 0
                ? (0..<Int.random(in: 0...80, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                } : real
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            // Whole groups of three bytes need no padding.
            while !bytes.count.isMultiple(of: 3) { bytes.append(0) }
            let text = stride(from: 0, to: bytes.count, by: 3).flatMap { place -> [UInt8] in
                let bits =
                    UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8
                    | UInt32(bytes[place + 2])
                return [18, 12, 6, 0].map { digits[Int(bits >> UInt32($0) & 63)] }
            }
            #expect(base64(Text(decoding: text)) == bytes, "seed \(seed) round \(round)")
            let sent = Sent(
                "bilibili",
                #"{"cmd":"SEND_GIFT_V2","data":{"pb":"\#(String(decoding: text, as: UTF8.self))"}}"#
            )
            for happening in try sent.happenings() {
                readings += 1
                guard case .gift(let item, let count, _, _) = happening.deed else {
                    Issue.record("seed \(seed) round \(round)")
                    continue
                }
                #expect(count > 0 && !item.name.isEmpty, "seed \(seed) round \(round)")
            }
        }
        #expect(readings > 0, "seed \(seed)")
    }
}
