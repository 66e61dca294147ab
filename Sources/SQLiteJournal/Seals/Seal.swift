import Foundation
import Texts

/// The checksum of a row, which is a hash over its columns that shows if any of them has been altered.
struct Seal {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
    }

    mutating func add(_ number: Int64?) {
        bytes.append(number == nil ? 0 : 1)
        append(UInt64(bitPattern: number ?? 0))
    }

    mutating func add(_ text: Text?) {
        add(text.map { Int64($0.byteCount) })
        if let text { bytes.append(contentsOf: text.utf8) }
    }

    mutating func add(_ data: Data) {
        add(Int64(data.count))
        bytes.append(contentsOf: data)
    }

    mutating func add(_ digest: Digest) {
        add(Int64(Digest.byteCount))
        append(digest.first)
        append(digest.second)
    }

    private mutating func append(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    var digest: Digest {
        let words = BLAKE2b.words(bytes, size: Digest.byteCount)
        return Digest(first: words[0], second: words[1])
    }

    /// The hash in the form of one SQLite column.
    var sum: Int64 { Int64(bitPattern: BLAKE2b.words(bytes, size: 8)[0]) }

    /// Returns the link of a chain that continues from `link` with an item's `digest`.
    static func link(after link: Digest, _ digest: Digest) -> Digest {
        var seal = Seal()
        seal.add(link)
        seal.add(digest)
        return seal.digest
    }
}
