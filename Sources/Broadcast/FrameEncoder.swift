import Stage
import Transport
import Wire

/// Encodes a room's frames as JSON or binary WebSocket messages, in full or as the difference to an older frame.
///
/// One encoder is enough for all rooms. It reuses its buffers.
final class FrameEncoder {
    private var json = FrameJSON()
    private var binary = FrameBinary()

    /// Fills `message` with the newest frame, as a difference from frame `seq`, or in full if that is not kept.
    func encode(_ frames: FrameHistory, from seq: Int64, as form: FrameForm, into message: Message)
    {
        let shown = frames[seq]
        switch form {
        case .json:
            if let shown {
                json.writeDelta(frames.newest, from: shown, seq: frames.seq)
            } else {
                json.writeFull(frames.newest, seq: frames.seq)
            }
            message.replace(with: json.bytes, as: .text)
        case .binary:
            if let shown {
                binary.writeDelta(frames.newest, seq: frames.seq, from: shown, seq: seq)
            } else {
                binary.writeFull(frames.newest, seq: frames.seq)
            }
            message.replace(with: binary.bytes, as: .binary)
        }
    }
}
