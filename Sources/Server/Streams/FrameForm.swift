import Stage
import Texts
import Transport
import Wire

/// The form in which a viewer gets its frames, named by the WebSocket's subprotocol.
enum FrameForm: String, CaseIterable {
    case json = "ovation.v1.json"
    case binary = "ovation.v1.binary"

    /// The form's short name.
    var word: Text {
        switch self {
        case .json: "json"
        case .binary: "binary"
        }
    }

    /// The form of a stream; JSON if the viewer offered none.
    init(subprotocol: Text?) {
        self = subprotocol.flatMap(FrameForm.init(word:)) ?? .json
    }
}

/// Turns frames into messages; one is enough for all rooms.
final class FrameEncoder {
    private var json = FrameJSON()
    private var binary = FrameBinary()

    /// Fills `message` with the newest of `frames`, for those that have frame `seq`.
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
