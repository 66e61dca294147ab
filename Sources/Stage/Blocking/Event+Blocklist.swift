/// Checks an event for blocked words and senders.
extension Event.Kind {
    /// Returns true if the event's sender is blocked, or if the event would show a blocked word. A message with a
    /// blocked word is left out instead (`Room.shownMessage`).
    ///
    /// The setting compares the gift's name as sent, and the entries of moderators also the catalogue's name, which
    /// viewers see.
    func isBlocked(in context: RoomContext) -> Bool {
        switch self {
        case .gift(let gift, _):
            context.blocks(gift.sender) || context.blocks(gift.item.name)
                || context.blocksShownName(of: gift.item)
        case .call(let person, _, _): context.blocks(person)
        case .notice(let notice, _):
            context.blocks(notice.sender) || notice.title.map(context.blocks) ?? false
        case .caption(let caption, _):
            context.blocks(caption.text) || context.blockEntries?.blocks(caption) ?? false
        default: false
        }
    }
}

extension RoomContext {
    /// Returns true if a moderator blocked a word of the catalogue's name for the item.
    fileprivate func blocksShownName(of item: GiftItem) -> Bool {
        guard let blockEntries, let entry = configuration.catalogue.entry(of: item) else {
            return false
        }
        return entry.name.map(blockEntries.blocks) ?? false
    }
}
