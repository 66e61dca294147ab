import Foundation
import Texts

/// What a row's columns come to: a hash that tells whether any of them has been altered.
struct Seal {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
    }

    /// The bytes of a digest, and of a chain's link.
    static let digestBytes = 16

    /// What comes before the first event of a room.
    static let none = Data(count: digestBytes)

    mutating func add(_ number: Int64?) {
        bytes.append(number == nil ? 0 : 1)
        withUnsafeBytes(of: (number ?? 0).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: Text?) {
        add(text.map { Int64($0.byteCount) })
        if let text { bytes.append(contentsOf: text.utf8) }
    }

    mutating func add(_ data: Data) {
        add(Int64(data.count))
        bytes.append(contentsOf: data)
    }

    var digest: Data { Data(BLAKE2b.hash(bytes, size: Self.digestBytes)) }

    /// The hash as one column of SQLite's.
    var sum: Int64 {
        BLAKE2b.hash(bytes, size: 8).reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The link of a chain that goes on from `link` with what has `digest`.
    static func link(after link: Data, _ digest: Data) -> Data {
        var seal = Seal()
        seal.add(link)
        seal.add(digest)
        return seal.digest
    }
}

extension Data {
    /// Both, bit for bit one or the other: the order in which many are put together is all one.
    func mixed(with other: Data) -> Data { Data(zip(self, other).map { $0 ^ $1 }) }
}
