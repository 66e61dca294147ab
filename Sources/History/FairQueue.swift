import LiveRooms
import Texts

/// A queue of work in which rooms take turns, so that a busy room does not delay other rooms. Each room's work stays in
/// order.
struct FairQueue<Element> {
    private var waiting: [Text: [Element]] = [:]
    /// The rooms with waiting work, in the order of their turns.
    private var rooms: [Text] = []

    mutating func add(_ element: Element, of room: Text) {
        if waiting[room] == nil { rooms.append(room) }
        waiting[room, default: []].append(element)
    }

    /// Removes and returns the next element; nil if the queue is empty.
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
