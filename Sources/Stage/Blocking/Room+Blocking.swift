import Texts

/// Blocks and unblocks words and senders.
extension Room {
    /// The entries of the room's blocklist, the oldest first.
    public var blockEntries: [BlockEntry] { context.blockEntries?.entries ?? [] }

    /// Adds an entry to the blocklist; no effect if the list has an equivalent entry. Blocked content leaves the stage and
    /// the queues, and blocked messages are hidden. Goals, leaders and clocks do not change.
    mutating func block(_ entry: BlockEntry) throws(Refusal) {
        if let refusal = blockingRefusal(of: .block(entry)) { throw refusal }
        let entries = blockEntries
        guard !has(entry) else { return }
        context.blockEntries = BlockEntries(entries + [entry])
        send(.dropBlocked(BlockEntries([entry])))
        send(.conform)
        send(.admit)
    }

    /// Removes an entry from the blocklist.
    mutating func unblock(_ entry: BlockEntry) throws(Refusal) {
        if let refusal = blockingRefusal(of: .unblock(entry)) { throw refusal }
        let rest = blockEntries.filter { !$0.blocksSame(as: entry) }
        context.blockEntries = rest.isEmpty ? nil : BlockEntries(rest)
        send(.conform)
    }

    /// Returns why the blocklist can't be changed; nil if it can.
    func blockingRefusal(of kind: Event.Kind) -> Refusal? {
        switch kind {
        case .block(let entry):
            hasPlace(for: entry) || has(entry) ? nil : .blocklistFull
        case .unblock(let entry):
            has(entry) ? nil : .notBlocked(entry.text)
        default: nil
        }
    }
}

extension Room {
    private func has(_ entry: BlockEntry) -> Bool {
        blockEntries.contains { $0.blocksSame(as: entry) }
    }

    private func hasPlace(for entry: BlockEntry) -> Bool {
        guard blockEntries.count < BlockEntry.most else { return false }
        let bytes = context.blockEntries?.wordByteCount ?? 0
        return entry.kind != .word || bytes + entry.value.byteCount < BlockEntry.maxTotalWordBytes
    }
}

extension Refusal {
    static let blocklistFull = Refusal.conflict(
        "The blocklist is full: it takes \(BlockEntry.most) entries, and words of "
            + "\(BlockEntry.maxTotalWordBytes) bytes together. Remove one.")

    static func notBlocked(_ entry: Text) -> Refusal {
        .missing("The blocklist has no entry \"\(entry)\".")
    }
}
