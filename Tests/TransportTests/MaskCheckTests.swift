import Testing

@testable import Transport

@Suite("Mask check")
struct MaskCheckTests {
    /// The number of accepted bytes of each piece, in order.
    private static func accepted(_ pieces: [[UInt8]]) -> [Int] {
        var check = MaskCheck()
        return pieces.map { piece in piece.withUnsafeBufferPointer { check.accept($0) } }
    }

    private static func masked(_ count: Int) -> [UInt8] {
        RawClient.frame(1, [UInt8](repeating: 7, count: count))
    }

    private static let unmasked: [UInt8] = [0x81, 2, 0x68, 0x69]

    @Test(
        "Masked frames of every length pass, cut anywhere",
        arguments: [0, 1, 125, 126, 300, 65_535])
    func masked(count: Int) {
        let frame = Self.masked(count)
        #expect(Self.accepted([frame, frame]) == [frame.count, frame.count])
        for cut in [1, 2, 3, 5, 7, 8].filter({ $0 < frame.count }) {
            let pieces = [Array(frame[..<cut]), frame[cut...] + frame]
            #expect(Self.accepted(pieces) == pieces.map(\.count), "cut at \(cut)")
        }
        let bytewise = (frame + frame).map { [$0] }
        #expect(Self.accepted(bytewise).reduce(0, +) == 2 * frame.count)
    }

    @Test("A frame with a length of 64 bits passes")
    func longLength() {
        let head: [UInt8] = [0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4]
        let payload = [UInt8](repeating: 0, count: 65_536)
        #expect(
            Self.accepted([head + payload + Self.masked(3)]) == [head.count + payload.count + 9])
    }

    @Test("Bytes pass up to an unmasked frame, and none after its start")
    func unmasked() {
        let before = Self.masked(5)
        #expect(Self.accepted([before + Self.unmasked + Self.masked(3)]) == [before.count])
        #expect(Self.accepted([before, Self.unmasked, Self.masked(3)]) == [before.count, 0, 0])
        // The first byte passes if the frame is cut after it.
        #expect(Self.accepted([[0x81], [2, 0x68], Self.masked(1)]) == [1, 0, 0])
    }
}
