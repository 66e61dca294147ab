import Dispatch
import Stage

/// What is left of rooms that have been emptied or have ended, to be freed beside the loop: where ten
/// thousand wait that takes milliseconds.
enum Remains {
    private static let queue = DispatchQueue(label: "ovation.remains", qos: .utility)
    /// So few are freed in no time.
    private static let few = 100

    /// Takes a room over whose owner lets go, within a second, of what waited in it.
    static func take(_ room: Room) {
        guard room.waitingCount > few else { return }
        queue.asyncAfter(deadline: .now() + 1) { withExtendedLifetime(room) {} }
    }
}
