/// Checks an event's texts for blocked words.
extension Event.Kind {
    /// Returns true if the event would show a text with a blocked word. A message with a blocked word is left out
    /// instead (`Room.shownMessage`).
    func isBlocked(in context: RoomContext) -> Bool {
        switch self {
        case .gift(let gift, _):
            context.blocks(gift.sender, gift.item)
        case .call(let person, _, _): context.blocks(person)
        case .notice(let notice, _):
            context.blocks(notice.sender) || notice.title.map(context.blocks) ?? false
        case .caption(let caption, _): context.blocks(caption)
        default: false
        }
    }
}
