package import Journal
import Settings
package import Stage
package import Texts
package import Wire

/// An access key as the server stores it, with its role, its room and its expiry. The secret itself is stored only for
/// a viewer's key.
package struct Grant: Sendable, Equatable {
    /// The number of digits in an ID.
    package static let idLength = 12

    /// The key's name in lists, in the history and for revocation. It is not secret.
    package let id: Text
    let digest: KeyDigest
    package let role: Role
    /// Nil: the key is for every room.
    package let room: Text?
    /// The owner's name for the key; may be empty.
    var name: Text
    let created: WallTime
    /// Nil: the key does not expire.
    let expires: WallTime?
    /// The ID of the key that created this one; nil: it was created without a key.
    let maker: Text?
    /// A viewer's key itself, so that the room's owner can see it again.
    package let shown: Text?
    /// True if its viewers may tap and dismiss.
    let interacts: Bool
    /// True if only viewers with this key, or with another pinned key, count as visible.
    var isPinned: Bool
    /// The event of a trigger's key; nil: the key is of another role.
    package var event: Event.Kind?
    /// The source that a hook's key posts to; nil: the key is of another role.
    package var source: Text?

    package func isCurrent(at now: WallTime) -> Bool {
        expires.map { now.microseconds < $0.microseconds } ?? true
    }
}

// MARK: - Stored form and JSON

extension Grant {
    /// Returns the name of the setting with the key's data, except for later changes of its name and its pin.
    static func setting(_ id: Text) -> Text { "key/\(id)" }
    static func nameSetting(_ id: Text) -> Text { "key/\(id)/name" }
    static func pinSetting(_ id: Text) -> Text { "key/\(id)/pinned" }

    /// The value of the key's setting.
    var stored: Text {
        let details: [JSON.Member] = [
            .init("digest", .string(digest.hexadecimal)),
            .init("role", .string(role.word)), .init("name", .string(name)),
            .init("created", .number(Double(created.microseconds))),
            .init("expires", expires.map { .number(Double($0.microseconds)) } ?? .null),
            .init("by", maker.map(JSON.string) ?? .null),
            .init("key", shown.map(JSON.string) ?? .null),
            .init("interact", .bool(interacts)), .init("pinned", .bool(isPinned)),
        ]
        return Text(decoding: JSON.object(details + prepared + hooked).encoded)
    }

    /// Reads the key with this ID from its settings; nil if no such key exists, or its form is unknown.
    init?(_ id: Text, of room: Text?, in settings: Settings) {
        guard let stored = settings.setting(Self.setting(id), of: room)?.value,
            let details = try? JSON(parsing: Array(stored.utf8)),
            case .string(let hexadecimal) = details["digest"],
            let digest = KeyDigest(hexadecimal: hexadecimal),
            case .string(let word) = details["role"], let role = Role(word: word),
            case .string(let name) = details["name"],
            case .number(let created) = details["created"]
        else { return nil }
        func text(_ key: Text) -> Text? {
            if case .string(let text) = details[key] { text } else { nil }
        }
        self.init(
            id: id, digest: digest, role: role, room: room,
            name: settings.setting(Self.nameSetting(id), of: room)?.value ?? name,
            created: WallTime(microseconds: Int64(created)),
            expires: details["expires"].flatMap {
                if case .number(let time) = $0 { WallTime(microseconds: Int64(time)) } else { nil }
            },
            maker: text("by"), shown: text("key"), interacts: details["interact"] == .bool(true),
            isPinned: settings.setting(Self.pinSetting(id), of: room).map { $0.value == "true" }
                ?? (details["pinned"] == .bool(true)),
            event: details["event"].flatMap { try? Event.Kind(stored: $0) },
            source: text(Self.hookWord))
    }

    /// The word `source` is taken: the settings of sources have it.
    private static let hookWord: Text = "hook"

    private var hooked: [JSON.Member] {
        source.map { [.init(Self.hookWord, .string($0))] } ?? []
    }

    private var prepared: [JSON.Member] { event.map { [.init("event", JSON($0))] } ?? [] }

    /// Returns the key as the room's owner sees it.
    ///
    /// - Parameters:
    ///   - key: The key itself, if it was just created.
    ///   - version: The version that a change may build on.
    package func json(key: Key? = nil, version: Int64? = nil) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id)), .init("role", .string(role.word)),
            .init("room", room.map(JSON.string) ?? .null), .init("name", .string(name)),
            .init("createdAt", .string(Text(created.text))),
            .init("expiresAt", expires.map { .string(Text($0.text)) } ?? .null),
            .init("by", maker.map(JSON.string) ?? .null),
        ]
        if role == .viewer {
            members.append(.init("interact", .bool(interacts)))
            members.append(.init("pinned", .bool(isPinned)))
        }
        members += prepared
        if let version { members.append(.init("version", .number(Double(version)))) }
        if let source { members.append(.init("source", .string(source))) }
        if let text = key?.text ?? shown { members.append(.init("key", .string(text))) }
        return .object(members)
    }
}
