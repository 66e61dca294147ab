/// Splits a file into lines, as bytes without the line feed. The last line may lack the line feed.
struct LineReader {
    private let read: () -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// `read` returns the file's next bytes, or an empty array at its end.
    init(_ read: @escaping () -> [UInt8]) {
        self.read = read
    }

    /// Returns the next line; nil after the last one.
    mutating func next() -> [UInt8]? {
        var searched = position
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { position = end + 1 }
                return Array(buffer[position..<end])
            }
            if isAtEnd {
                defer { position = buffer.count }
                return position < buffer.count ? Array(buffer[position...]) : nil
            }
            searched = buffer.count - position
            refill()
        }
    }

    /// Drops the lines that were returned, and reads more bytes.
    private mutating func refill() {
        buffer.removeSubrange(..<position)
        position = 0
        let bytes = read()
        isAtEnd = bytes.isEmpty
        buffer += bytes
    }
}
