import Texts

/// The entries of a room's blocklist, in the order in which moderators added them.
struct BlockEntries: Sendable {
    private(set) var entries: [BlockEntry]
    private let words: Blocklist
    private let senderIDs: Set<Text>
    /// The names, in the form for comparisons.
    private let senderNames: Set<[UInt8]>

    init(_ entries: [BlockEntry] = []) {
        self.entries = entries
        func values(_ kind: BlockEntry.Kind) -> [Text] {
            entries.filter { $0.kind == kind }.map(\.value)
        }
        let list = values(.word).map { Array($0.utf8) }.joined(separator: [UInt8(ascii: ",")])
        words = Blocklist(Text(decoding: Array(list)))
        senderIDs = Set(values(.senderID))
        senderNames = Set(values(.senderName).map(Blocklist.folded))
    }

    func blocks(_ text: Text) -> Bool { words.blocks(text) }

    /// Returns true if the sender is blocked, or if the name has a blocked word.
    func blocks(senderID: Text?, name: Text) -> Bool {
        if let senderID, senderIDs.contains(senderID) { return true }
        if !senderNames.isEmpty, senderNames.contains(Blocklist.folded(name)) { return true }
        return words.blocks(name)
    }
}

/// The same entries block the same texts.
extension BlockEntries: Hashable {
    static func == (left: BlockEntries, right: BlockEntries) -> Bool {
        left.entries == right.entries
    }

    func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
