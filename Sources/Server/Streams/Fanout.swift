import Transport

/// Does something to each of many: to some at once, to the others at the loop's next turns, which
/// serve others in between.
///
/// Belongs to the loop's thread.
final class Fanout {
    /// So many sends take about three milliseconds.
    static let sendsAtOnce = 512
    /// To close a connection, or to see whether another viewer is heard, takes as long as some sends.
    static let changesAtOnce = 128

    private struct Task {
        let count: Int
        let most: Int
        var next = 0
        let perform: (Range<Int>) -> Void
        let ended: () -> Void
    }

    private var tasks: [Task] = []
    private var timer: LoopTimer!

    init(loop: EventLoop) throws(TransportError) {
        timer = try loop.makeTimer { [unowned self] _ in takeTurn() }
    }

    /// Calls `send` with each of the viewers who is still there when its turn comes, then `ended`.
    func send(
        to viewers: [Viewer], _ send: @escaping (Viewer) -> Void,
        ended: @escaping () -> Void = {}
    ) {
        begin(viewers.count, Self.sendsAtOnce, ended) { range in
            for viewer in viewers[range] where viewer.stream.isOpen { send(viewer) }
        }
    }

    /// Calls `change` with each of the viewers who is still there when its turn comes.
    func change(_ viewers: [Viewer], _ change: @escaping (Viewer) -> Void) {
        begin(viewers.count, Self.changesAtOnce) { range in
            for viewer in viewers[range] where viewer.stream.isOpen { change(viewer) }
        }
    }

    /// Closes each of the streams that is still open when its turn comes.
    func close(_ streams: [Stream], code: UInt16, reason: String) {
        begin(streams.count, Self.changesAtOnce) { range in
            for stream in streams[range] { stream.close(code: code, reason: reason) }
        }
    }

    private func begin(
        _ count: Int, _ most: Int, _ ended: @escaping () -> Void = {},
        _ perform: @escaping (Range<Int>) -> Void
    ) {
        if count <= most {
            perform(0..<count)
            return ended()
        }
        tasks.append(Task(count: count, most: most, perform: perform, ended: ended))
        if tasks.count == 1 { takeTurn() }
    }

    private func takeTurn() {
        guard !tasks.isEmpty else { return }
        var task = tasks.removeFirst()
        let end = min(task.next + task.most, task.count)
        task.perform(task.next..<end)
        task.next = end
        if end < task.count { tasks.append(task) } else { task.ended() }
        if !tasks.isEmpty { timer.arm(atNanoseconds: LoopTimer.now) }
    }
}
