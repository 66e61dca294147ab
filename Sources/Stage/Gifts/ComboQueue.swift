import DequeModule

/// The combos that wait, in order, each found by its key.
struct ComboQueue: Hashable, Sendable, Codable {
    private var order: Deque<Combo.Key> = []
    private var combos: [Combo.Key: Combo] = [:]

    init() {}

    var count: Int { order.count }
    var isEmpty: Bool { order.isEmpty }

    subscript(key: Combo.Key) -> Combo? { combos[key] }

    /// All of them, the next one first.
    var all: [Combo] { order.map { combos[$0]! } }

    mutating func append(_ combo: Combo) {
        order.append(combo.key)
        combos[combo.key] = combo
    }

    mutating func grow(_ key: Combo.Key, by count: Int) {
        combos[key]?.target += count
    }

    mutating func popFirst() -> Combo? {
        order.popFirst().flatMap { combos.removeValue(forKey: $0) }
    }

    init(from decoder: any Decoder) throws {
        for combo in try [Combo](from: decoder) { append(combo) }
    }

    func encode(to encoder: any Encoder) throws {
        try all.encode(to: encoder)
    }
}
