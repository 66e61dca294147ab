import History
import LiveRooms
import Platforms
import Settings
package import Texts
package import Wire

/// The settings of one source of a room, which is a platform that may post to the room, with its secret.
///
/// The settings are not part of the configuration, and the secret is never shown, because it works like a
/// key.
package struct SourceSetting: Sendable {
    package let kind: Text
    /// The secret that signs deliveries; nil: the platform shares no secret with the room.
    let secret: Text?
    /// The other settings, in the kind's own form.
    package let settings: JSON

    package init(kind: Text, secret: Text?, settings: JSON) {
        self.kind = kind
        self.secret = secret
        self.settings = settings
    }

    // MARK: Stored form

    package static let prefix: Text = "source/"

    /// The name of the setting.
    package static func name(_ kind: Text) -> Text { prefix + kind }

    private static let word: Text = "source"

    package var stored: Text {
        let details = JSON.object([
            .init(Self.word, .string(kind)), .init("secret", secret.map(JSON.string) ?? .null),
            .init("settings", settings),
        ])
        return Text(decoding: details.encoded)
    }

    /// Nil if this version does not know the form.
    package init?(stored: Text) {
        guard let details = try? JSON(parsing: Array(stored.utf8)),
            case .string(let kind) = details[Self.word]
        else { return nil }
        var secret: Text?
        if case .string(let text) = details["secret"] { secret = text }
        self.init(kind: kind, secret: secret, settings: details["settings"] ?? .object([]))
    }
}
