import DequeModule
import Texts

/// The combos that wait, in order, each found by its key.
struct ComboQueue: Hashable, Sendable {
    private var order: Deque<Combo.Key> = []
    private var combos: [Combo.Key: Combo] = [:]
    /// What they take in a snapshot, together.
    private(set) var byteEstimate = 0

    init() {}

    var count: Int { order.count }
    var isEmpty: Bool { order.isEmpty }

    subscript(key: Combo.Key) -> Combo? { combos[key] }

    /// All of them, the next one first.
    var all: [Combo] { first(count) }

    /// The first `most` of them.
    func first(_ most: Int) -> [Combo] { order.prefix(most).map { combos[$0]! } }

    mutating func append(_ combo: Combo) {
        order.append(combo.key)
        combos[combo.key] = combo
        byteEstimate += combo.byteEstimate
    }

    mutating func grow(_ key: Combo.Key, by count: Int) {
        combos[key]?.target += count
    }

    /// Takes the combo of this id out; nil if none has it.
    mutating func remove(_ id: Text) -> Combo? {
        guard let index = index(of: id) else { return nil }
        let combo = combos.removeValue(forKey: order.remove(at: index))!
        byteEstimate -= combo.byteEstimate
        return combo
    }

    /// Puts the combo of this id at `place`, from 1, or last; returns whether there is one.
    mutating func move(_ id: Text, to place: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        let key = order.remove(at: index)
        order.insert(key, at: min(place - 1, order.count))
        return true
    }

    /// Where the combo of this id stands, from 0.
    func index(of id: Text) -> Int? { order.firstIndex { combos[$0]!.id == id } }

    mutating func popFirst() -> Combo? {
        guard let key = order.popFirst(), let first = combos.removeValue(forKey: key) else {
            return nil
        }
        byteEstimate -= first.byteEstimate
        return first
    }
}
