package import Access
package import Texts

/// The purpose of a WebSocket stream (overlay, preview or studio), which its address states in `?role=`.
package enum StreamRole: String, CaseIterable {
    /// A page that shows the room, such as the page in OBS.
    case overlay
    /// Shows the room to its operator as an overlay does. Frames to a preview do not count as seen.
    case preview
    /// Receives the room's feed instead of frames: the parts that its key may see (`FeedPart`).
    case studio

    /// The roles of keys that may open the stream.
    package var permission: AccessRule {
        switch self {
        case .overlay, .preview: .only([.viewer, .owner])
        case .studio: .only([.deck, .moderator, .owner])
        }
    }

    package var word: Text { Text(rawValue) }
}
