/// Checks an event's texts for blocked words.
extension Event.Kind {
    /// Returns true if the event would show a text with a blocked word. A message with a blocked word is left out
    /// instead (`Room.shownMessage`).
    func isBlocked(by list: Blocklist) -> Bool {
        switch self {
        case .gift(let gift, _):
            list.blocks(gift.sender.name) || list.blocks(gift.item.name)
        case .call(let person, _, _): list.blocks(person.name)
        case .notice(let notice, _):
            list.blocks(notice.sender.name) || notice.title.map(list.blocks) ?? false
        case .caption(let caption, _): list.blocks(caption.text)
        default: false
        }
    }
}
