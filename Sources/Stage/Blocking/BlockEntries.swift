import Texts

/// The entries of a room's blocklist, the oldest first.
final class BlockEntries: Sendable {
    let entries: [BlockEntry]
    /// The estimated bytes in a snapshot.
    let byteEstimate: Int
    private let senderIDs: Set<Text>
    /// The names, in the form for comparisons.
    private let senderNames: Set<[UInt8]>
    /// The beginnings of the names that leaders keep, in the form for comparisons.
    private let cutNames: Set<[UInt8]>
    private let words: Blocklist

    init(_ entries: [BlockEntry] = []) {
        self.entries = entries
        byteEstimate = entries.reduce(0) { $0 + 30 + $1.value.byteCount }
        senderIDs = Set(Self.values(.senderID, of: entries))
        let names = Self.values(.senderName, of: entries)
        senderNames = Set(names.map(Blocklist.folded))
        cutNames = Set(names.map { Blocklist.folded(Leader.cut($0)) })
        let list = Self.values(.word, of: entries).map { Array($0.utf8) }
        words = Blocklist(Text(decoding: Array(list.joined(separator: [UInt8(ascii: ",")]))))
    }

    private static func values(_ kind: BlockEntry.Kind, of entries: [BlockEntry]) -> [Text] {
        entries.filter { $0.kind == kind }.map(\.value)
    }

    /// The bytes of all words.
    var wordByteCount: Int {
        Self.values(.word, of: entries).reduce(0) { $0 + $1.byteCount + 1 }
    }

    /// Returns true if the text has a blocked word.
    func blocks(_ text: Text) -> Bool { words.blocks(text) }

    /// Returns true if the sender is blocked, or if the name has a blocked word.
    func blocks(_ sender: Person) -> Bool {
        isBlocked(sender.id, sender.name, senderNames) || blocks(sender.name)
    }

    /// Returns true if a gift is not shown, because of its sender, or of its name as sent or as the catalogue has it.
    func blocks(_ sender: Person, _ item: GiftItem) -> Bool {
        blocks(sender) || blocks(item.name) || (item.sentName.map(blocks) ?? false)
    }

    /// Returns true if a caption has a blocked word, or if the sender whom it is about is blocked.
    func blocks(_ caption: Caption) -> Bool {
        if blocks(caption.text) { return true }
        guard let sender = caption.sender else { return false }
        return isBlocked(sender.id, sender.name, senderNames)
    }

    /// Returns true if the leader is blocked, or if the name has a blocked word. `name` is cut.
    func blocks(leaderID: Text?, name: Text) -> Bool {
        isBlocked(leaderID, name, cutNames) || blocks(name)
    }

    private func isBlocked(_ id: Text?, _ name: Text, _ names: Set<[UInt8]>) -> Bool {
        if let id, senderIDs.contains(id) { return true }
        return !names.isEmpty && names.contains(Blocklist.folded(name))
    }
}

/// Lists with equal entries are equal.
extension BlockEntries: Hashable {
    static func == (left: BlockEntries, right: BlockEntries) -> Bool {
        left === right || left.entries == right.entries
    }

    func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
