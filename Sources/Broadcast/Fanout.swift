import Transport

/// Sends messages to many connections, or closes them, in batches over several turns of the event loop, so that the
/// loop serves other clients between.
///
/// Used only on the event loop's thread.
final class Fanout {
    /// This number of sends takes about 3 milliseconds.
    static let sendsAtOnce = 512
    /// A smaller batch than for sends, because closing a connection, or choosing the audio output again, takes as long
    /// as several sends.
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

    package init(loop: EventLoop) throws(TransportError) {
        timer = try loop.makeTimer { [unowned self] _ in takeTurn() }
    }

    /// Calls `send` with each viewer that is still connected at its turn, then `ended`.
    package func send(
        to viewers: [Viewer], _ send: @escaping (Viewer) -> Void,
        ended: @escaping () -> Void = {}
    ) {
        begin(viewers.count, Self.sendsAtOnce, ended) { range in
            for viewer in viewers[range] where viewer.stream.isOpen { send(viewer) }
        }
    }

    /// Calls `change` with each viewer that is still connected at its turn.
    package func change(_ viewers: [Viewer], _ change: @escaping (Viewer) -> Void) {
        begin(viewers.count, Self.changesAtOnce) { range in
            for viewer in viewers[range] where viewer.stream.isOpen { change(viewer) }
        }
    }

    /// Closes each stream that is still open at its turn.
    package func close(_ streams: [Stream], code: UInt16, reason: String) {
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
