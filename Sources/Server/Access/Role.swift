import Texts

/// What somebody may do, from the least to the most.
///
/// Which role may make which call stands in the call's row (`Route.all`).
enum Role: String, CaseIterable, Hashable, Sendable {
    /// Watches a room. An overlay's address carries it, and may be shown on air by mistake.
    case viewer
    /// Has one prepared event happen. Its key stands in an address that something opens which can do
    /// nothing else.
    case trigger
    /// Posts deliveries to one source of a room, and can do nothing else. The platform posts to an
    /// address that contains the key.
    case hook
    /// Posts events to a room, and asks what became of them.
    case ingest
    /// Steers a room: what a Stream Deck presses.
    case deck
    /// Does everything in one room.
    case owner
    /// Does everything everywhere.
    case admin

    /// The role's name in documents.
    var word: Text { Text(rawValue) }

    /// Roles whose keys are sent in a header; the keys of the other roles are part of a path.
    static let shown = allCases.filter { $0 != .trigger && $0 != .hook }

    /// Tells a key's role to a person: `ov_o_…`.
    var letter: UInt8 { rawValue.utf8.first ?? 0 }
}
