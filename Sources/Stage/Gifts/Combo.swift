import Texts

/// All gifts of one sender and one kind that are shown together as one count, called a combo.
struct Combo: Hashable, Sendable {
    /// The sender and the gift of a combo.
    struct Key: Hashable, Sendable {
        let sender: Identity
        let item: Identity

        init(_ gift: Gift) { self.init(sender: gift.sender, item: gift.item) }

        init(sender: Person, item: GiftItem) {
            self.sender = sender.identity
            self.item = item.identity
        }
    }

    /// The properties that never change. They are shared, because otherwise each look at a channel
    /// or the queue would copy all their texts.
    private struct Fixed: Hashable, Sendable {
        let id: Text
        let key: Key
        let sender: Person
        let item: GiftItem
        let seed: Int
    }

    private let fixed: Shared<Fixed>
    /// The sum of the gifts' counts.
    var target: Int
    /// True if the gift's own sound has already played with its effect.
    var isHeard = false
    /// The conditions of the rules that have made alerts of the combo.
    private(set) var alerted: [EventCondition] = []

    /// `seed` is the seed of the combo's flourish.
    init(id: Text, seed: Int, first gift: Gift) {
        fixed = Shared(
            Fixed(
                id: id, key: Key(gift), sender: gift.sender, item: gift.item, seed: seed))
        target = gift.count
    }

    /// The ID of the first gift's event.
    var id: Text { fixed.value.id }
    var key: Key { fixed.value.key }
    /// The sender and the gift, with the name and pictures of the first event.
    var sender: Person { fixed.value.sender }
    var item: GiftItem { fixed.value.item }
    var seed: Int { fixed.value.seed }

    /// Records that rules with this condition have made an alert of the combo.
    mutating func noteAlert(_ condition: EventCondition) {
        if !alerted.contains(condition) { alerted.append(condition) }
    }
}

extension Combo: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("sender", sender)
        state.put("gift", item)
        state.put("count", target, unless: 1)
        state.put("heard", isHeard)
        state.put("seed", seed)
        state.put("alerted", parts: alerted)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let first = Gift(state) else { return nil }
        self.init(id: id, seed: state.seed("seed"), first: first)
        isHeard = state.flag("heard")
        alerted = state.parts("alerted")
    }
}

extension Combo: Weighed {
    var byteEstimate: Int {
        40 + id.byteCount + sender.byteEstimate + item.byteEstimate + 150 * alerted.count
    }
}
