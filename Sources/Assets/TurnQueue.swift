import Texts

/// A queue that runs file operations on another thread, one at a time and the rooms in turn.
/// A room with many operations delays only itself.
///
/// Belongs to the event loop's thread.
final class TurnQueue {
    private let queue: FileQueue
    private var waiting: [Text: [() -> Void]] = [:]
    /// The rooms with waiting tasks, in the order of their turns.
    private var rooms: [Text] = []

    init(label: String, wake: @escaping @Sendable () -> Void) {
        queue = FileQueue(label: label, wake: wake)
    }

    var isIdle: Bool { queue.count == 0 && rooms.isEmpty }

    /// The time since the last task ended; 0 if no task waits.
    func stallNanoseconds(at now: UInt64) -> UInt64 { queue.stallNanoseconds(at: now) }

    /// Runs `work` on another thread when it is the room's turn, and then `completion` on this one.
    func run<Value: Sendable>(
        for room: Text, _ work: @escaping @Sendable () -> Value,
        completion: @escaping (Value) -> Void
    ) {
        if waiting[room] == nil { rooms.append(room) }
        waiting[room, default: []].append { [self] in
            queue.run(work) { [self] value in
                startNext()
                completion(value)
            }
        }
        startNext()
    }

    /// Runs the completions of finished work.
    func deliver() { queue.deliver() }

    private func startNext() {
        guard queue.count == 0, let room = rooms.first, let own = waiting.removeValue(forKey: room)
        else { return }
        rooms.removeFirst()
        if own.count > 1 {
            waiting[room] = Array(own.dropFirst())
            rooms.append(room)
        }
        own[0]()
    }
}
