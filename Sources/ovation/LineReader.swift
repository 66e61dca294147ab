/// A file's lines as bytes, without their ends; a last line needs none.
struct LineReader {
    private let read: () -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// `read` returns the file's next bytes, none at its end.
    init(_ read: @escaping () -> [UInt8]) {
        self.read = read
    }

    /// The next line; nil after the last.
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

    private mutating func refill() {
        buffer.removeSubrange(..<position)
        position = 0
        let bytes = read()
        isAtEnd = bytes.isEmpty
        buffer += bytes
    }
}
