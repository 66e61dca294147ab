import Dispatch
import Stage

/// Frees large rooms on a background thread, because freeing ten thousand waiting items takes milliseconds.
enum Disposal {
    private static let queue = DispatchQueue(label: "ovation.disposal", qos: .utility)
    /// Rooms with at most this many waiting items are freed at once, which takes almost no time.
    private static let few = 100

    /// Keeps a reference to the room for a second, so that the last reference is dropped on the background thread.
    package static func free(_ room: Room) {
        guard room.waitingCount > few else { return }
        queue.asyncAfter(deadline: .now() + 1) { withExtendedLifetime(room) {} }
    }
}

extension Event.Kind {
    /// True if this event may remove all waiting items, which `Disposal` then frees on another thread.
    var mayEmpty: Bool {
        switch self {
        case .control(.clear), .configure, .block: true
        default: false
        }
    }
}
