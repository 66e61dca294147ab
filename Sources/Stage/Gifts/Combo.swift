import Texts

/// All gifts of one key that are shown together.
struct Combo: Hashable, Sendable {
    /// Who gives what.
    struct Key: Hashable, Sendable {
        let sender: Identity
        let present: Identity

        init(_ gift: Gift) {
            sender = gift.sender.identity
            present = gift.present.identity
        }
    }

    /// The id of the first gift's event.
    let id: Text
    let key: Key
    /// Name and pictures are those of the first gift.
    let sender: Person
    let present: Present
    /// The sum of the counts.
    var target: Int
    /// Whether its sound was heard already, with its effect.
    var isHeard = false

    init(id: Text, first gift: Gift) {
        self.id = id
        key = Key(gift)
        sender = gift.sender
        present = gift.present
        target = gift.count
    }
}

extension Combo: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("sender", sender)
        state.put("gift", present)
        state.put("count", target, unless: 1)
        state.put("heard", isHeard)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let first = Gift(state) else { return nil }
        self.init(id: id, first: first)
        isHeard = state.flag("heard")
    }
}

extension Combo: Weighed {
    var byteEstimate: Int { 40 + id.byteCount + sender.byteEstimate + present.byteEstimate }
}
