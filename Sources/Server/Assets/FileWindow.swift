import Glibc

/// The bytes of a file, of which only a part is in memory at a time.
struct FileWindow {
    let count: Int
    private let load: (_ start: Int, _ most: Int) -> [UInt8]
    private var start = 0
    private var bytes: [UInt8] = []
    private static let size = 64 << 10

    init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { start, most in
            Array(bytes[start..<min(bytes.count, start + most)])
        }
    }

    /// `load` gives the bytes from a place on, `most` at the most.
    init(count: Int, load: @escaping (_ start: Int, _ most: Int) -> [UInt8]) {
        self.count = count
        self.load = load
    }

    /// 0 behind the end.
    subscript(index: Int) -> UInt8 {
        mutating get {
            guard index >= 0, index < count else { return 0 }
            if index < start || index >= start + bytes.count {
                start = index - index % 4096
                bytes = load(start, Self.size)
            }
            let place = index - start
            return place < bytes.count ? bytes[place] : 0
        }
    }

    mutating func has(_ text: StaticString, at index: Int) -> Bool {
        var expected: [UInt8] = []
        text.withUTF8Buffer { expected = Array($0) }
        guard index >= 0, index + expected.count <= count else { return false }
        for (offset, byte) in expected.enumerated() where self[index + offset] != byte {
            return false
        }
        return true
    }

    /// A number of so many bytes, the most significant first.
    mutating func big(_ index: Int, _ bytes: Int) -> Int {
        var value = 0
        for offset in 0..<bytes { value = value << 8 | Int(self[index + offset]) }
        return value
    }

    /// The same, the least significant first.
    mutating func little(_ index: Int, _ bytes: Int) -> Int {
        var value = 0
        for offset in (0..<bytes).reversed() { value = value << 8 | Int(self[index + offset]) }
        return value
    }

    /// All of it; only for what is known to be small.
    mutating func all() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for index in 0..<count { bytes.append(self[index]) }
        return bytes
    }
}
