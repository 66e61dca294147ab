import Texts
import Transport

/// What a connection to a room's stream is for: `?role=`.
enum StreamRole: String, CaseIterable {
    /// A page that shows the room, such as the one in OBS.
    case overlay
    /// Shows the room as an overlay does, to whoever steers it: nothing counts as seen by it.
    case preview
    /// Receives the room's feed instead of frames: the parts that its key may see (`FeedPart`).
    case studio

    /// Who may open one, of those who may open any.
    var permission: Permission {
        switch self {
        case .overlay, .preview: .only([.viewer, .owner])
        case .studio: .only([.deck, .owner])
        }
    }

    var word: Text { Text(rawValue) }
}
