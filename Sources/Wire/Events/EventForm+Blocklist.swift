public import Stage
public import Texts

extension EventForm {
    static let block = EventForm(
        "block", read: { $0.blockEntry().map(Event.Kind.block) }, write: { $0.blockMembers })

    static let unblock = EventForm(
        "unblock", read: { $0.blockEntry().map(Event.Kind.unblock) }, write: { $0.blockMembers })
}

extension Event.Kind {
    fileprivate var blockMembers: [JSON.Member] {
        switch self {
        case .block(let entry), .unblock(let entry): [.init("entry", .string(entry.text))]
        default: []
        }
    }
}

extension ObjectReader {
    fileprivate mutating func blockEntry() -> BlockEntry? {
        guard let text = requiredText("entry", .blockEntry) else { return nil }
        if let entry = BlockEntry(text) { return entry }
        refuse("entry", BlockEntry.form)
        return nil
    }
}

extension TextKind {
    fileprivate static let blockEntry = TextKind(
        mostCharacters: BlockEntry.mostCharacters + 20,
        mostBytes: 4 * (BlockEntry.mostCharacters + 20))
}

extension BlockEntry {
    fileprivate static let form = "must begin with word:, sender:id: or sender:name:"

    /// Reads an entry that a client wants to add or remove. Throws if the room can't block it.
    public init(sent text: Text) throws(ContentError) {
        let entry = BlockEntry(text)
        if let reason = entry.map(\.fault) ?? Self.form {
            throw ContentError(problems: [.init(pointer: "/entry", detail: reason)])
        }
        self = entry!
    }
}
