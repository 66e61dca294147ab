/// Corrects the sizes in the headers of WAV files. A program that writes to a pipe can only guess these sizes.
enum WaveFile {
    /// Returns a WAV file with the real sizes of its content. Other files stay unchanged.
    static func withRealSizes(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 12, bytes.starts(with: "RIFF".utf8),
            bytes[8..<12].elementsEqual("WAVE".utf8)
        else { return bytes }
        var fixed = bytes
        fixed.put(UInt32(bytes.count - 8), at: 4)
        var chunk = 12
        while chunk + 8 <= bytes.count {
            let content = chunk + 8
            let size = Int(bytes.number(at: chunk + 4))
            let left = bytes.count - content
            if bytes[chunk..<chunk + 4].elementsEqual("data".utf8), size > left {
                fixed.put(UInt32(left), at: chunk + 4)
            }
            // Chunks have an even number of bytes (RIFF, "Multimedia Programming Interface", 1991).
            chunk = content + min(size + size % 2, left)
            if size >= left { break }
        }
        return fixed
    }
}

extension [UInt8] {
    fileprivate func number(at start: Int) -> UInt32 {
        self[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    fileprivate mutating func put(_ number: UInt32, at start: Int) {
        for place in 0..<4 {
            self[start + place] = UInt8(truncatingIfNeeded: number >> (8 * place))
        }
    }
}
