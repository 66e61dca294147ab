import Texts

/// A command to Redis, as its words in the form of the protocol.
struct Words {
    private var bytes: [UInt8] = []
    private(set) var count = 0

    init(_ words: Text...) { for word in words { add(word) } }

    init(_ words: [Text]) { for word in words { add(word) } }

    /// The approximate number of bytes to send.
    var byteCount: Int { bytes.count }

    mutating func add(_ text: Text) {
        begin(text.byteCount)
        bytes.append(contentsOf: text.utf8)
        end()
    }

    mutating func add(_ word: [UInt8]) {
        begin(word.count)
        bytes.append(contentsOf: word)
        end()
    }

    mutating func add(_ number: Int64) { add("\(number)") }

    /// Adds a number, or an empty word for nil.
    mutating func add(_ number: Int64?) { add(number.map { "\($0)" } ?? "") }

    mutating func add(_ others: Words) {
        bytes += others.bytes
        count += others.count
    }

    private mutating func begin(_ byteCount: Int) {
        count += 1
        bytes.append(UInt8(ascii: "$"))
        add(digitsOf: byteCount)
        end()
    }

    /// Writes the digits directly, which saves a temporary string for each word.
    private mutating func add(digitsOf number: Int) {
        if number >= 10 { add(digitsOf: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private mutating func end() {
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    /// The whole command in the Redis protocol (RESP): an array of bulk strings.
    var command: [UInt8] { Array("*\(count)\r\n".utf8) + bytes }
}
