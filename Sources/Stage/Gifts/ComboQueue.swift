import DequeModule

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
    var all: [Combo] { order.map { combos[$0]! } }

    mutating func append(_ combo: Combo) {
        order.append(combo.key)
        combos[combo.key] = combo
        byteEstimate += combo.byteEstimate
    }

    mutating func grow(_ key: Combo.Key, by count: Int) {
        combos[key]?.target += count
    }

    mutating func popFirst() -> Combo? {
        guard let key = order.popFirst(), let first = combos.removeValue(forKey: key) else {
            return nil
        }
        byteEstimate -= first.byteEstimate
        return first
    }
}
