import Transport

/// Sends something to many viewers: to some at once, to the others at the loop's next turns, which
/// serve others in between.
///
/// Belongs to the loop's thread.
final class Fanout {
    /// So many sends take about three milliseconds.
    static let sendsAtOnce = 512
    /// To close a connection takes as long as some sends.
    static let closesAtOnce = 32

    private struct Task {
        let viewers: [Viewer]
        let most: Int
        var next = 0
        let send: (Viewer) -> Void
        let ended: () -> Void
    }

    private var tasks: [Task] = []
    private var timer: LoopTimer!

    init(loop: EventLoop) throws(TransportError) {
        timer = try loop.makeTimer { [unowned self] _ in takeTurn() }
    }

    /// Calls `send` with each of the viewers who is still there when its turn comes, `most` at once,
    /// then `ended`.
    func send(
        to viewers: [Viewer], most: Int = sendsAtOnce, _ send: @escaping (Viewer) -> Void,
        ended: @escaping () -> Void = {}
    ) {
        if viewers.count <= most {
            for viewer in viewers { send(viewer) }
            return ended()
        }
        tasks.append(Task(viewers: viewers, most: most, send: send, ended: ended))
        if tasks.count == 1 { takeTurn() }
    }

    private func takeTurn() {
        guard !tasks.isEmpty else { return }
        var task = tasks.removeFirst()
        let end = min(task.next + task.most, task.viewers.count)
        for viewer in task.viewers[task.next..<end] where viewer.stream.isOpen {
            task.send(viewer)
        }
        task.next = end
        if end < task.viewers.count { tasks.append(task) } else { task.ended() }
        if !tasks.isEmpty { timer.arm(atNanoseconds: LoopTimer.now) }
    }
}
