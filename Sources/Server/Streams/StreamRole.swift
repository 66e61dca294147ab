import Texts
import Transport

/// What a connection to a room's stream is for: `?role=`.
enum StreamRole: String, CaseIterable {
    /// A page that shows the room, such as the one in OBS.
    case overlay
    /// Shows the room as an overlay does, to whoever steers it: nothing counts as seen by it.
    case preview
    /// Is told what goes on instead of being sent frames.
    case studio

    var word: Text { Text(rawValue) }
}
