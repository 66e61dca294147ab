import Texts

/// What waits to be worked on, of each room in order, of the rooms in turn: one that asks much keeps
/// no other waiting.
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
