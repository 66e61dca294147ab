import Stage
import Timeline
import Transport

/// Those who watch a room, and what they have been sent.
///
/// A frame is encoded once for all viewers that were last sent the same one in the same form.
final class Audience {
    var frames = FrameHistory()
    private(set) var viewers: [Viewer] = []
    /// Whether anybody has been sent a frame since the server's start.
    private(set) var hasBeenServed = false
    /// The first `encodedCount` hold the frame `encodedSeq`; the others wait to be filled anew.
    private var encoded: [Encoded] = []
    private var encodedCount = 0
    private var encodedSeq: Int64 = 0

    /// The newest frame as it is sent to those who have frame `from`.
    private struct Encoded {
        var form: FrameForm
        var from: Int64
        let message: Message
    }

    /// Whether anybody is connected who says that they can see.
    var hasVisibleViewer: Bool { viewers.contains { $0.isVisible } }

    /// The oldest of the frames that viewers have.
    var oldestShown: Int64 {
        var oldest = frames.seq
        for viewer in viewers where viewer.shown > 0 { oldest = min(oldest, viewer.shown) }
        return oldest
    }

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

    /// Encodes what a viewer lacks, for it and those that lack the same.
    func prepare(for viewer: Viewer, with encoder: FrameEncoder) {
        if !viewer.isBehind, viewer.shown < frames.seq { _ = message(for: viewer, encoder) }
    }

    /// Sends a viewer what it lacks, the newest state first and last. Returns how many frames went
    /// out: 0 or 1.
    func serve(_ viewer: Viewer, with encoder: FrameEncoder) -> Int {
        guard !viewer.isBehind, viewer.sendNotices(), viewer.shown < frames.seq else { return 0 }
        guard viewer.send(message(for: viewer, encoder)) else { return 0 }
        viewer.shown = frames.seq
        hasBeenServed = true
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
            viewer.stream.close(code: 1012, reason: "the stage is another")
        }
    }

    private func message(for viewer: Viewer, _ encoder: FrameEncoder) -> Message {
        if encodedSeq != frames.seq {
            encodedCount = 0
            encodedSeq = frames.seq
        }
        for known in encoded[..<encodedCount]
        where known.from == viewer.shown && known.form == viewer.form {
            return known.message
        }
        if encodedCount == encoded.count {
            encoded.append(Encoded(form: viewer.form, from: viewer.shown, message: Message()))
        }
        encoded[encodedCount].form = viewer.form
        encoded[encodedCount].from = viewer.shown
        let message = encoded[encodedCount].message
        encodedCount += 1
        encoder.encode(frames, from: viewer.shown, as: viewer.form, into: message)
        return message
    }
}
