package import Texts

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
