import Stage
package import Texts
import Transport
import Wire

/// The encoding of a viewer's frames, JSON or binary, which the WebSocket's subprotocol selects.
package enum FrameForm: String, CaseIterable {
    case json = "ovation.v1.json"
    case binary = "ovation.v1.binary"

    /// The form's short name.
    package var word: Text {
        switch self {
        case .json: "json"
        case .binary: "binary"
        }
    }

    /// The form of a stream; JSON if the client offered no subprotocol.
    package init(subprotocol: Text?) {
        self = subprotocol.flatMap(FrameForm.init(word:)) ?? .json
    }
}

/// Encodes frames as messages. One encoder is enough for all rooms, and its buffers are used again.
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
