public import Texts

/// A room's list of blocked words, which finds them in the texts that viewers would see.
///
/// Searches a text in one pass, however many words there are (Aho and Corasick, 1975).
public struct Blocklist: Sendable {
    /// The list as given, separated by commas. A `*` at the start or end of a word lets the word
    /// match inside a longer word.
    public let words: Text
    private var nodes = [Branch()]
    private var edges: [Edge: Int] = [:]

    /// The maximum number of characters in a list.
    public static let mostCharacters = 2000

    private struct Edge: Hashable {
        let node: Int
        let byte: UInt8
    }

    private struct Branch {
        /// The node for the longest other prefix in the tree with which this node's bytes end (the
        /// failure link).
        var other = 0
        /// The words that end at this node or along its failure links.
        var ends: [Word] = []
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
        let (star, space) = (UInt8(ascii: "*"), UInt8(ascii: " "))
        var word = part.drop { $0 == space }
        while word.last == space { word.removeLast() }
        let opensWithin = word.first == star
        if opensWithin { word.removeFirst() }
        let closesWithin = word.last == star
        if closesWithin { word.removeLast() }
        guard let first = word.first, let last = word.last else { return }
        var node = 0
        for byte in word {
            let edge = Edge(node: node, byte: byte)
            if edges[edge] == nil {
                edges[edge] = nodes.count
                nodes.append(Branch())
            }
            node = edges[edge]!
        }
        nodes[node].ends.append(
            Word(
                length: word.count, opensWithin: opensWithin || !first.isOfWord,
                closesWithin: closesWithin || !last.isOfWord))
    }

    /// Sets the failure links level by level, so that the links of shorter prefixes exist first.
    private mutating func link() {
        let inOrder = edges.sorted { $0.value < $1.value }
        var level = inOrder.filter { $0.key.node == 0 }.map(\.value)
        let children = Dictionary(grouping: inOrder, by: \.key.node)
        while !level.isEmpty {
            var next: [Int] = []
            for node in level {
                for (edge, child) in children[node] ?? [] {
                    nodes[child].other = step(nodes[node].other, edge.byte)
                    nodes[child].ends += nodes[nodes[child].other].ends
                    next.append(child)
                }
            }
            level = next
        }
    }

    /// Returns the node that `byte` leads to, along failure links if needed.
    private func step(_ node: Int, _ byte: UInt8) -> Int {
        var node = node
        while true {
            if let next = edges[Edge(node: node, byte: byte)] { return next }
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
