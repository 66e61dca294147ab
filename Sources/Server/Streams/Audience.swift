import Stage
import Timeline
import Transport
import Wire

/// Those who watch a room, and what they have been sent.
///
/// A frame is encoded once for all viewers that were last sent the same one.
final class Audience {
    var frames = FrameHistory()
    private(set) var viewers: [Viewer] = []
    private var encoded: [Encoded] = []
    private var encodedSeq: Int64 = 0
    private var writer = JSONWriter()

    /// The newest frame as it is sent to those who have frame `from`.
    private struct Encoded {
        let from: Int64
        let message: Message
    }

    /// Whether anybody is connected who says that they can see.
    var hasVisibleViewer: Bool { viewers.contains { $0.isVisible } }

    /// The first instant after all frames that have been shown.
    var earliestInstant: Instant {
        frames.seq == 0 ? .zero : frames.newest.time + Duration(microseconds: 1)
    }

    func add(_ viewer: Viewer) {
        viewers.append(viewer)
    }

    func remove(_ viewer: Viewer) {
        viewers.removeAll { $0 === viewer }
    }

    /// Sends a viewer what it lacks, the newest state first and last. Returns how many frames went
    /// out: 0 or 1.
    func serve(_ viewer: Viewer) -> Int {
        guard !viewer.isBehind, viewer.sendNotices(), viewer.shown < frames.seq else { return 0 }
        guard viewer.send(message(from: viewer.shown)) else { return 0 }
        viewer.shown = frames.seq
        return 1
    }

    /// Tells all viewers something that is not a frame.
    func tell(_ notice: Message) {
        for viewer in viewers {
            viewer.owe(notice)
            if !viewer.isBehind { _ = viewer.sendNotices() }
        }
    }

    /// Has all viewers connect anew, because what they were told first no longer holds.
    func dismiss() {
        for viewer in viewers {
            viewer.stream.close(code: 1012, reason: "the stage has another size")
        }
    }

    private func message(from seq: Int64) -> Message {
        if encodedSeq != frames.seq {
            encoded.removeAll(keepingCapacity: true)
            encodedSeq = frames.seq
        }
        if let known = encoded.first(where: { $0.from == seq }) { return known.message }
        writer.reset()
        if let shown = frames[seq] {
            _ = writer.deltaFrame(frames.newest, from: shown, seq: frames.seq)
        } else {
            writer.fullFrame(frames.newest, seq: frames.seq)
        }
        let message = Message(text: writer.bytes)
        encoded.append(Encoded(from: seq, message: message))
        return message
    }
}
