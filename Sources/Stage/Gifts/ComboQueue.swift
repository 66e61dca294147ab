import HashTreeCollections
import Texts

/// The combos that wait, in order, each found by its key.
///
/// Its copies share what they have in common, as those of a `Queue` do.
struct ComboQueue: Hashable, Sendable {
    private struct Place: Weighed, Hashable {
        let key: Combo.Key
        let id: Text
        let byteEstimate: Int
    }

    private var order = Queue<Place>()
    private var combos: TreeDictionary<Combo.Key, Combo> = [:]

    init() {}

    var count: Int { order.count }
    var isEmpty: Bool { order.isEmpty }
    /// What they take in a snapshot, together.
    var byteEstimate: Int { order.byteEstimate }

    subscript(key: Combo.Key) -> Combo? { combos[key] }

    /// All of them, the next one first.
    var all: [Combo] { first(count) }

    /// The first `most` of them.
    func first(_ most: Int) -> [Combo] { order.prefix(most).map { combos[$0.key]! } }

    /// Calls `body` with their ids, the next one's first.
    func visitIDs(_ body: (Text) -> Void) {
        order.visit { body($0.id) }
    }

    mutating func append(_ combo: Combo) {
        order.append(Place(key: combo.key, id: combo.id, byteEstimate: combo.byteEstimate))
        combos[combo.key] = combo
    }

    /// Makes the combo of this key larger and returns its id; nil if none waits.
    mutating func grow(_ key: Combo.Key, by count: Int) -> Text? {
        // It is looked for once: that costs as much as all the rest of what a gift does here.
        let grow = { (combo: inout Combo?) in
            combo?.target += count
            return combo?.id
        }
        return grow(&combos[key])
    }

    /// Makes the combo of this id smaller, if it is here. Returns whether nothing was left of it, and it
    /// is gone.
    mutating func shrink(_ id: Text, by count: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        let key = order[index].key
        combos[key]!.target -= count
        guard combos[key]!.target < 1 else { return false }
        order.remove(at: index)
        combos[key] = nil
        return true
    }

    /// Notes that the combo of this id, if it is here, was heard already.
    mutating func hear(_ id: Text) {
        if let index = index(of: id) { combos[order[index].key]?.isHeard = true }
    }

    /// Takes the combo of this id out; nil if none has it.
    mutating func remove(_ id: Text) -> Combo? {
        index(of: id).flatMap { combos.removeValue(forKey: order.remove(at: $0).key) }
    }

    /// Puts the combo of this id at `place`, from 1, or last; returns whether there is one.
    mutating func move(_ id: Text, to place: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        order.insert(order.remove(at: index), at: place - 1)
        return true
    }

    /// Where the combo of this id stands, from 0.
    func index(of id: Text) -> Int? { order.firstIndex { $0.id == id } }

    mutating func popFirst() -> Combo? {
        order.popFirst().flatMap { combos.removeValue(forKey: $0.key) }
    }
}
