import Glibc

/// Reads the bytes of an uploaded file at any position, with only 64 KiB of it in memory, to check its content.
///
/// Reading is bounded: after `maxSteps` every byte reads as 0, so that no file takes long to check.
struct FileWindow {
    let count: Int
    /// The work so far: a step for each byte read, for sixteen bytes searched, and for a nanosecond of other work.
    private(set) var steps = 0
    private let maxSteps: Int
    private let load: (_ start: Int, _ most: Int) -> [UInt8]
    private var start = 0
    private var bytes: [UInt8] = []
    private static let size = 64 << 10
    /// Ordinary files need less than one step per byte.
    static let maxStepsPerByte = 4
    /// Small files may need more steps: this many steps take about a millisecond.
    static let freeSteps = 1 << 20

    init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { start, most in
            Array(bytes[start..<min(bytes.count, start + most)])
        }
    }

    /// `load` returns at most `most` bytes from an offset.
    init(count: Int, load: @escaping (_ start: Int, _ most: Int) -> [UInt8]) {
        self.count = count
        self.load = load
        maxSteps = Self.maxStepsPerByte * count + Self.freeSteps
    }

    /// True once the file has used up its steps.
    var isSpent: Bool { steps > maxSteps }

    /// The byte at an offset; 0 behind the end of the file.
    subscript(index: Int) -> UInt8 {
        mutating get {
            guard index >= 0, index < count, steps <= maxSteps else { return 0 }
            steps += 1
            if index < start || index >= start + bytes.count { fill(from: index) }
            let place = index - start
            return place < bytes.count ? bytes[place] : 0
        }
    }

    /// Counts other work. One step is about a nanosecond.
    mutating func spend(_ steps: Int) { self.steps += steps }

    private mutating func fill(from index: Int) {
        start = index - index % 4096
        bytes = load(start, Self.size)
    }

    mutating func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, index + length <= count else { return false }
        for offset in 0..<length where self[index + offset] != text.utf8Start[offset] {
            return false
        }
        return true
    }

    /// Reads a big-endian number of `bytes` bytes.
    mutating func big(_ index: Int, _ bytes: Int) -> Int {
        var value = 0
        for offset in 0..<bytes { value = value << 8 | Int(self[index + offset]) }
        return value
    }

    /// Reads a little-endian number of `bytes` bytes.
    mutating func little(_ index: Int, _ bytes: Int) -> Int {
        var value = 0
        for offset in (0..<bytes).reversed() { value = value << 8 | Int(self[index + offset]) }
        return value
    }

    // MARK: Search

    /// Finds the first offset of a byte at or behind `index`; returns `count` if there is no such byte.
    mutating func place(of byte: UInt8, from index: Int) -> Int {
        var at = index
        while at < count, !isSpent {
            if at < start || at >= start + bytes.count { fill(from: at) }
            let first = at - start
            guard first < bytes.count else { break }
            let found = bytes.withUnsafeBytes { buffer -> Int? in
                guard let base = buffer.baseAddress,
                    let hit = memchr(base + first, Int32(byte), buffer.count - first)
                else { return nil }
                return UnsafeRawPointer(hit) - base
            }
            steps += 1 + ((found ?? bytes.count) - first) / 16
            if let found { return start + found }
            at = start + bytes.count
        }
        return count
    }

    /// Counts the occurrences of four bytes, the most significant of `word` first.
    mutating func occurrences(of word: UInt32) -> Int {
        var (at, found, recent) = (0, 0, UInt32(0))
        while at < count {
            let piece = load(at, Self.size)
            guard !piece.isEmpty else { break }
            for byte in piece {
                recent = recent << 8 | UInt32(byte)
                if recent == word { found += 1 }
            }
            at += piece.count
        }
        steps += count / 16
        return found
    }
}
