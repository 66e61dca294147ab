public import Texts

/// A room's list of blocked words, which finds them in the texts that viewers would see.
///
/// Searches a text in one pass, however many words there are (Aho and Corasick, 1975).
public struct Blocklist: Sendable {
    /// The list as given, separated by commas. A `*` at the start or end of a word lets the word
    /// match inside a longer word.
    public let words: Text
    private var nodes = [Branch()]

    /// The maximum number of characters in a list.
    public static let mostCharacters = 2000

    private struct Branch {
        var children: [Child] = []
        /// The node for the longest other prefix in the tree with which this node's bytes end (the
        /// failure link).
        var other = 0
        /// The words that end at this node or along its failure links.
        var ends: [Word] = []
    }

    private struct Child {
        let byte: UInt8
        let node: Int
    }

    private struct Word {
        let length: Int
        /// True if the word also matches right after (`opensWithin`) or right before
        /// (`closesWithin`) a letter or digit.
        let opensWithin: Bool
        let closesWithin: Bool
    }

    public init(_ words: Text) {
        self.words = words
        for part in Self.folded(words).split(separator: UInt8(ascii: ",")) { add(part) }
        link()
    }

    private mutating func add(_ part: ArraySlice<UInt8>) {
        let star = UInt8(ascii: "*")
        var word = Self.trimmed(part)
        let opensWithin = word.first == star
        if opensWithin { word.removeFirst() }
        let closesWithin = word.last == star
        if closesWithin { word.removeLast() }
        guard let first = word.first, let last = word.last else { return }
        var node = 0
        for byte in word { node = child(of: node, byte) ?? addChild(to: node, byte) }
        nodes[node].ends.append(
            Word(
                length: word.count, opensWithin: opensWithin || !first.isOfWord,
                closesWithin: closesWithin || !last.isOfWord))
    }

    private static func trimmed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let space = UInt8(ascii: " ")
        var word = word.drop { $0 == space }
        while word.last == space { word.removeLast() }
        return word
    }

    /// Returns a word in the form for comparisons, without spaces around it.
    static func trimmed(_ word: Text) -> ArraySlice<UInt8> { trimmed(folded(word)[...]) }

    private mutating func addChild(to node: Int, _ byte: UInt8) -> Int {
        nodes[node].children.append(Child(byte: byte, node: nodes.count))
        nodes.append(Branch())
        return nodes.count - 1
    }

    private func child(of node: Int, _ byte: UInt8) -> Int? {
        nodes[node].children.first { $0.byte == byte }?.node
    }

    /// Sets the failure links level by level, so that the links of shorter prefixes exist first.
    private mutating func link() {
        var order = nodes[0].children.map(\.node)
        var place = 0
        while place < order.count {
            let node = order[place]
            for child in nodes[node].children {
                let other = step(nodes[node].other, child.byte)
                nodes[child.node].other = other
                nodes[child.node].ends += nodes[other].ends
                order.append(child.node)
            }
            place += 1
        }
    }

    /// Returns the node that `byte` leads to, along failure links if needed.
    private func step(_ node: Int, _ byte: UInt8) -> Int {
        var node = node
        while true {
            if let next = child(of: node, byte) { return next }
            if node == 0 { return 0 }
            node = nodes[node].other
        }
    }

    /// Returns true if the text contains a blocked word.
    public func blocks(_ text: Text) -> Bool {
        guard nodes.count > 1 else { return false }
        let bytes = Self.folded(text)
        var node = 0
        for place in bytes.indices {
            node = step(node, bytes[place])
            for word in nodes[node].ends {
                let start = place + 1 - word.length
                let isOpen = word.opensWithin || start == 0 || !bytes[start - 1].isOfWord
                let isClosed =
                    word.closesWithin || place + 1 == bytes.count || !bytes[place + 1].isOfWord
                if isOpen, isClosed { return true }
            }
        }
        return false
    }

    /// Returns a text's bytes in the form for comparisons: A to Z become a to z, and full-width
    /// forms become their ASCII characters. Combining marks, variation selectors and invisible
    /// characters are left out.
    static func folded(_ text: Text) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.byteCount)
        for scalar in text.scalars {
            switch scalar.value {
            case 0x300...0x36F, 0xAD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF: break
            case 0xFF01...0xFF5E: bytes.append(UInt8(scalar.value - 0xFEE0).asciiLowercased)
            case 0..<0x80: bytes.append(UInt8(scalar.value).asciiLowercased)
            default: bytes += UTF8.encode(scalar)!
            }
        }
        return bytes
    }
}

/// Lists with the same `words` are equal.
extension Blocklist: Hashable {
    public static func == (left: Blocklist, right: Blocklist) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

extension UInt8 {
    /// True for an ASCII digit or a lowercase ASCII letter. By default, a word does not match next to
    /// either.
    fileprivate var isOfWord: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }
}
