import Digests
import Foundation
import Texts

/// A tuple of values as bytes with a checksum in front. Redis stores settings and other values in this form.
struct ChecksummedTuple {
    private static let sumByteCount = 8
    private var body: [UInt8] = []

    init() {}

    mutating func add(_ bytes: some Collection<UInt8>) {
        body.append(contentsOf: "\(bytes.count):".utf8)
        body.append(contentsOf: bytes)
    }

    mutating func add(_ text: Text) { add(text.utf8) }

    mutating func add(_ number: Int64) { add("\(number)" as Text) }

    /// Adds a value, or a mark for nil.
    mutating func add(_ text: Text?) {
        if let text { add(text) } else { body.append(UInt8(ascii: "-")) }
    }

    /// The checksum: the first 8 bytes of the SHA-256.
    var sum: [UInt8] { Array(SHA256.hash(body).prefix(Self.sumByteCount)) }

    var bytes: [UInt8] { sum + body }

    /// Returns a reader for packed bytes; nil if the checksum does not match.
    static func read(_ bytes: [UInt8]) -> Reader? {
        guard bytes.count >= sumByteCount else { return nil }
        var packed = ChecksummedTuple()
        packed.body = Array(bytes.dropFirst(sumByteCount))
        return packed.sum == Array(bytes.prefix(sumByteCount))
            ? Reader(rest: packed.body[...]) : nil
    }

    /// Reads the values in the order in which they were added.
    struct Reader {
        fileprivate var rest: ArraySlice<UInt8>

        /// Reads a value; nil if the next value is nil or malformed.
        mutating func bytes() -> [UInt8]? {
            if rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
                return nil
            }
            guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                let count = Int(String(decoding: rest[..<colon], as: UTF8.self)),
                count >= 0, count < rest.endIndex - colon
            else { return nil }
            let value = rest[colon...].dropFirst().prefix(count)
            rest = rest[value.endIndex...]
            return Array(value)
        }

        mutating func text() -> Text? { bytes().flatMap { Text(validating: $0) } }

        mutating func number() -> Int64? { text().flatMap { Int64($0.string) } }
    }
}
