package import Texts

/// The role of an access key, which decides its rights, from the fewest rights to the most.
///
/// Each route lists the roles that may use it (`Routes.table`).
package enum Role: String, CaseIterable, Hashable, Sendable {
    /// Watches a room. An overlay's address carries it, and may be shown on air by mistake.
    case viewer
    /// Triggers one prepared event. Its key is in an address, for programs that can do no more than open an
    /// address.
    case trigger
    /// Posts deliveries to one source of a room, and can do nothing else. The platform posts to an
    /// address that contains the key.
    case hook
    /// Posts events to a room, and reads their status.
    case ingest
    /// Controls a room, for example from a Stream Deck.
    case deck
    /// Controls a room as a deck does, hides messages, and reads totals. It helps the owner with what viewers may see.
    case moderator
    /// Does everything in one room.
    case owner
    /// Does everything everywhere.
    case admin

    /// The role's name in JSON documents.
    package var word: Text { Text(rawValue) }

    /// Roles whose keys are sent in a header; the keys of the other roles are part of a path.
    package static let shown = allCases.filter { $0 != .trigger && $0 != .hook }

    /// The role's letter in a key, such as the `o` in `ov_o_…`.
    var letter: UInt8 { rawValue.utf8.first ?? 0 }
}
