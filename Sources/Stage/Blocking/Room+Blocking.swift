import Texts

/// Blocks and unblocks words and senders.
extension Room {
    /// The entries of the room's blocklist, in the order in which they were added.
    public var blockEntries: [BlockEntry] { context.blockEntries?.value.entries ?? [] }

    /// Adds an entry to the blocklist; no effect if the list has it.
    mutating func block(_ entry: BlockEntry) {
        let entries = blockEntries
        guard !entries.contains(entry), entries.count < BlockEntry.most else { return }
        context.blockEntries = Shared(BlockEntries(entries + [entry]))
        send(.conform)
    }

    /// Removes an entry from the blocklist.
    mutating func unblock(_ entry: BlockEntry) {
        let rest = blockEntries.filter { $0 != entry }
        context.blockEntries = rest.isEmpty ? nil : Shared(BlockEntries(rest))
        send(.conform)
    }

    /// Returns why the blocklist can't be changed; nil if it can.
    func blockingRefusal(of kind: Event.Kind) -> Refusal? {
        switch kind {
        case .block(let entry):
            blockEntries.count < BlockEntry.most || blockEntries.contains(entry)
                ? nil : .blocklistFull
        case .unblock(let entry):
            blockEntries.contains(entry) ? nil : .notBlocked(entry.text)
        default: nil
        }
    }
}

extension Refusal {
    static let blocklistFull = Refusal.full(
        "The blocklist has \(BlockEntry.most) entries already. Remove one.")

    static func notBlocked(_ entry: Text) -> Refusal {
        .missing("The blocklist has no entry \"\(entry)\".")
    }
}
