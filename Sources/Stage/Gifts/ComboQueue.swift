import HashTreeCollections
import Texts

/// The queue of gift combos that wait for a channel, in order, with a lookup by key.
///
/// Copies share their common parts, as those of a `Queue` do.
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
    /// The approximate size of all combos in a snapshot, in bytes.
    var byteEstimate: Int { order.byteEstimate }

    subscript(key: Combo.Key) -> Combo? { combos[key] }

    /// All combos, the next first.
    var all: [Combo] { first(count) }

    /// Returns the first `most` combos.
    func first(_ most: Int) -> [Combo] { order.prefix(most).map { combos[$0.key]! } }

    /// Calls `body` with the combos' IDs, the next first.
    func visitIDs(_ body: (Text) -> Void) {
        order.visit { body($0.id) }
    }

    mutating func append(_ combo: Combo) {
        order.append(Place(key: combo.key, id: combo.id, byteEstimate: combo.byteEstimate))
        combos[combo.key] = combo
    }

    /// Adds `count` to the combo with this key and returns its ID; nil if no such combo waits.
    mutating func grow(_ key: Combo.Key, by count: Int) -> Text? {
        // One lookup, not two: it costs as much as the rest of a gift's work in this queue.
        let grow = { (combo: inout Combo?) in
            combo?.target += count
            return combo?.id
        }
        return grow(&combos[key])
    }

    /// Records that rules with this condition have made an alert of the combo with this key, if it waits.
    mutating func noteAlert(_ condition: EventCondition, of key: Combo.Key) {
        combos[key]?.noteAlert(condition)
    }

    /// Subtracts `count` from the combo with this ID, if it waits. Returns true if the combo is
    /// removed because no gift is left.
    mutating func shrink(_ id: Text, by count: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        let key = order[index].key
        combos[key]!.target -= count
        guard combos[key]!.target < 1 else { return false }
        order.remove(at: index)
        combos[key] = nil
        return true
    }

    /// Records that the sound of the combo with this ID, if it waits, has already played.
    mutating func hear(_ id: Text) {
        if let index = index(of: id) { combos[order[index].key]?.isHeard = true }
    }

    /// Removes and returns the combo with this ID; nil if no such combo waits.
    mutating func remove(_ id: Text) -> Combo? {
        index(of: id).flatMap { combos.removeValue(forKey: order.remove(at: $0).key) }
    }

    /// Removes the unwanted combos and returns their IDs.
    mutating func removeAll(where isUnwanted: (Combo) -> Bool) -> [Text] {
        let places = order.removeAll { isUnwanted(combos[$0.key]!) }
        for place in places { combos[place.key] = nil }
        return places.map(\.id)
    }

    /// Moves the combo with this ID to `place`, counted from 1, or to the end. Returns false if no
    /// such combo waits.
    mutating func move(_ id: Text, to place: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        order.insert(order.remove(at: index), at: place - 1)
        return true
    }

    /// Returns the position of the combo with this ID, from 0.
    func index(of id: Text) -> Int? { order.firstIndex { $0.id == id } }

    mutating func popFirst() -> Combo? {
        order.popFirst().flatMap { combos.removeValue(forKey: $0.key) }
    }
}
