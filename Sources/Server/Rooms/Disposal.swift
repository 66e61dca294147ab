import Dispatch
import Stage

/// Frees what is left of rooms that have been emptied or have ended, beside the loop: to free ten
/// thousand waiting things takes milliseconds.
enum Disposal {
    private static let queue = DispatchQueue(label: "ovation.disposal", qos: .utility)
    /// So few are freed in no time.
    private static let few = 100

    /// Frees what waited in a room, later than its owner lets go of it: within a second.
    static func free(_ room: Room) {
        guard room.waitingCount > few else { return }
        queue.asyncAfter(deadline: .now() + 1) { withExtendedLifetime(room) {} }
    }
}

extension Event.Kind {
    /// Whether this may drop all that waits, which `Disposal` then frees off the loop.
    var mayEmpty: Bool {
        switch self {
        case .control(.clear), .configure: true
        default: false
        }
    }
}
