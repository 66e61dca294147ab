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
    /// `sender:name:` and a name, at most.
    fileprivate static let blockEntry = TextKind(
        mostCharacters: name.mostCharacters + 12, mostBytes: name.mostBytes + 12)
}

extension BlockEntry {
    fileprivate static let form = "must begin with word:, sender:id: or sender:name:"

    /// Reads an entry that a client wants to add, or to remove. Throws if the room can't record it, or if the room can't
    /// block it and it `isNew`.
    public init(sent text: Text, isNew: Bool) throws(ContentError) {
        func refuse(_ reason: String) -> ContentError {
            ContentError(problems: [.init(pointer: "/entry", detail: reason)])
        }
        if let reason = TextKind.blockEntry.fault(in: text, from: .sender) { throw refuse(reason) }
        guard let entry = BlockEntry(text) else { throw refuse(Self.form) }
        if isNew, let reason = entry.fault { throw refuse(reason) }
        self = entry
    }
}
