import Journal
import Platforms
import Texts
import Wire

/// A platform that may post to a room, as its owner has set it up.
///
/// Kept beside the keys, for its secret is one: never in the configuration, never told.
struct SourceSetting: Sendable {
    /// Names it in the store alone.
    let id: Text
    let room: Text
    let kind: Text
    /// What the platform signs with; nil: it signs nothing.
    let secret: Text?
    /// What else is set, in the kind's own form.
    let settings: JSON

    init(id: Text, room: Text, kind: Text, secret: Text?, settings: JSON) {
        self.id = id
        self.room = room
        self.kind = kind
        self.secret = secret
        self.settings = settings
    }

    // MARK: As the log keeps it

    private static let word: Text = "source"

    var stored: StoredKey {
        let details = JSON.object([
            .init(Self.word, .string(kind)), .init("secret", secret.map(JSON.string) ?? .null),
            .init("settings", settings),
        ])
        // A room has one of each kind.
        return StoredKey(
            id: id, digest: KeyDigest(of: "source \(room) \(kind)").data, room: room,
            details: Text(decoding: details.encoded))
    }

    /// Nil if it is a key, or of no form that this version knows.
    init?(_ stored: StoredKey) {
        guard let room = stored.room, let details = try? JSON(parsing: Array(stored.details.utf8)),
            case .string(let kind) = details[Self.word]
        else { return nil }
        var secret: Text?
        if case .string(let text) = details["secret"] { secret = text }
        self.init(
            id: stored.id, room: room, kind: kind, secret: secret,
            settings: details["settings"] ?? .object([]))
    }
}
