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

    /// What stays as it is: each look at a channel or the queue would else copy all of its texts.
    private struct Fixed: Hashable, Sendable {
        let id: Text
        let key: Key
        let sender: Person
        let present: Present
    }

    private let fixed: Shared<Fixed>
    /// The sum of the counts.
    var target: Int
    /// Whether its sound was heard already, with its effect.
    var isHeard = false

    init(id: Text, first gift: Gift) {
        fixed = Shared(
            Fixed(id: id, key: Key(gift), sender: gift.sender, present: gift.present))
        target = gift.count
    }

    /// The id of the first gift's event.
    var id: Text { fixed.value.id }
    var key: Key { fixed.value.key }
    /// Name and pictures are those of the first gift.
    var sender: Person { fixed.value.sender }
    var present: Present { fixed.value.present }
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
