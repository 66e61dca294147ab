import Texts

/// Work that waits: each room's in order, and the rooms in turn, so that one with much of it keeps no
/// other waiting.
struct FairQueue<Element> {
    private var waiting: [Text: [Element]] = [:]
    /// The rooms of which something waits, in the order in which it is their turn.
    private var rooms: [Text] = []

    mutating func add(_ element: Element, of room: Text) {
        if waiting[room] == nil { rooms.append(room) }
        waiting[room, default: []].append(element)
    }

    /// Takes out what comes next.
    mutating func takeNext() -> Element? {
        guard !rooms.isEmpty else { return nil }
        let room = rooms.removeFirst()
        guard let next = waiting[room]?.removeFirst() else { return nil }
        if waiting[room]?.isEmpty ?? true {
            waiting[room] = nil
        } else {
            rooms.append(room)
        }
        return next
    }
}
