import Stage
public import Texts
import Timeline

/// The configuration section of the gift catalogue, with its reading, writing and limits.
extension ConfigurationSection {
    static let catalogue = ConfigurationSection(
        "catalogue",
        "The known gifts by key. Each entry fills in the gifts that are sent under its key.",
        entries: [
            .init(
                key: "name", form: .text(TextKind.name.mostCharacters),
                "The name that the stage shows."),
            .init(
                key: "image", form: .address,
                "The picture if the event has none: a URL, or a path on this server."),
            .init(
                key: "sound", form: .file,
                "The sound of the gift's entrance: a path on this server."),
            .init(
                key: "value", form: .integer(0...CatalogueEntry.mostValue),
                "The value of one gift, in the smallest unit of the room's currency, if the "
                    + "event has no value."),
            .init(
                key: "effect", form: .effect,
                "The effect over the whole stage: `src`, a path on this server, and "
                    + "`duration`, 0.1 to 60 seconds; or `film`, which has its own duration "
                    + "unless you give `duration`."),
        ],
        read: { reader, configuration in
            guard let catalogue = reader.catalogue("catalogue") else { return }
            configuration.catalogue = catalogue
        },
        write: { JSON($0.catalogue) })
}

extension CatalogueEntry {
    static let mostValue = 1_000_000_000_000
}

extension TextKind {
    static let key = TextKind(mostCharacters: 200, mostBytes: 800)
    /// The path of a file of this server.
    static let file = TextKind(mostCharacters: 2048, mostBytes: 2048, address: .file)
}

extension Catalogue {
    static let mostEntries = 500
    /// The same as the maximum body of a request that sets a configuration.
    static let mostBytes = 512 << 10
}

extension ObjectReader {
    /// Reads a catalogue; an entry with a problem is left out.
    fileprivate mutating func catalogue(_ key: Text) -> Catalogue? {
        guard let json = take(key) else { return nil }
        var reader = nested(json, at: key)
        let members = json.members
        if members.count > Catalogue.mostEntries {
            refuse(key, "must not have more than \(Catalogue.mostEntries) entries")
        }
        var entries: [CatalogueEntry] = []
        for member in members.prefix(Catalogue.mostEntries) {
            if let entry = reader.entry(member.key) { entries.append(entry) }
        }
        // Takes the remaining keys, which would otherwise all be reported as unknown.
        for member in members.dropFirst(Catalogue.mostEntries) { _ = reader.take(member.key) }
        adopt(reader)
        guard case .object = json else { return nil }
        let catalogue = Catalogue(entries)
        if catalogue.byteEstimate > Catalogue.mostBytes {
            refuse(key, "must not be longer than \(Catalogue.mostBytes >> 10) KiB")
            return nil
        }
        return catalogue
    }

    private mutating func entry(_ key: Text) -> CatalogueEntry? {
        guard let json = take(key) else { return nil }
        if let fault = TextKind.key.fault(in: key, from: .sender) {
            refuse(key.byteCount <= 800 ? key : "", "is not a valid key: it \(fault)")
            return nil
        }
        var reader = nested(json, at: key)
        var entry = CatalogueEntry(key: key)
        entry.name = reader.text("name", .name)
        entry.image = reader.text("image", .url)
        entry.sound = reader.text("sound", .file)
        entry.value = reader.integer("value", in: 0...CatalogueEntry.mostValue)
        entry.effect = reader.effect("effect")
        let isWhole = reader.isWithoutProblems
        adopt(reader)
        return isWhole ? entry : nil
    }

    private mutating func effect(_ key: Text) -> EffectMedia? {
        guard let json = take(key) else { return nil }
        var reader = nested(json, at: key)
        let media = reader.peek("film") == nil ? reader.fileEffect() : reader.filmEffect()
        adopt(reader)
        return media
    }

    private mutating func fileEffect() -> EffectMedia? {
        let src = requiredText("src", .file)
        let duration = required("duration") { $0.seconds("duration", in: Self.effectSeconds) }
        guard let src, let duration else { return nil }
        return EffectMedia(.file(src), duration: duration)
    }

    private mutating func filmEffect() -> EffectMedia? {
        if take("src") != nil { refuse("src", "must not be combined with film") }
        let film: Film? = choice("film")
        let duration = seconds("duration", in: Self.effectSeconds)
        return film.map { EffectMedia(.film($0), duration: duration ?? $0.duration) }
    }

    private static let effectSeconds = 0.1...60.0
}

extension JSON {
    fileprivate init(_ catalogue: Catalogue) {
        self = .object(catalogue.entries.map { .init($0.key, JSON($0)) })
    }

    fileprivate init(_ entry: CatalogueEntry) {
        let members: [(Text, JSON?)] = [
            ("name", entry.name.map(JSON.string)),
            ("image", entry.image.map(JSON.string)),
            ("sound", entry.sound.map(JSON.string)),
            ("value", entry.value.map { .number(Double($0)) }),
            (
                "effect",
                entry.effect.map {
                    .object([
                        $0.content.member, .init("duration", .number($0.duration.seconds)),
                    ])
                }
            ),
        ]
        self = .object(members.compactMap { key, value in value.map { .init(key, $0) } })
    }
}

extension ConfigurationDocument {
    /// Returns the merge patch that replaces the catalogue entry at `key`. Throws if `entry` is not
    /// an entry or `key` is not a valid key.
    public static func patch(
        settingEntry key: Text, to entry: JSON
    ) throws(ContentError) -> JSON {
        let catalogue = JSON.object([.init(key, entry)])
        let read: Configuration = try read(.object([.init("catalogue", catalogue)]))
        guard let whole = read.catalogue.entries.first else { return .object([]) }
        let kept = JSON(whole).members
        let keys: [Text] = ["name", "image", "sound", "value", "effect"]
        let members = keys.map { key in
            kept.first { $0.key == key } ?? JSON.Member(key, .null)
        }
        return patch(ofEntry: key, .object(members))
    }

    /// Returns the merge patch that removes the catalogue entry at `key`.
    public static func patch(removingEntry key: Text) -> JSON { patch(ofEntry: key, .null) }

    private static func patch(ofEntry key: Text, _ value: JSON) -> JSON {
        .object([.init("catalogue", .object([.init(key, value)]))])
    }
}

extension JSON {
    /// This merge patch of a configuration, in which the `src` of an effect removes its `film`, and the
    /// reverse.
    var replacingEffectContents: JSON {
        changing("catalogue") { catalogue in
            .object(
                catalogue.members.map { entry in
                    .init(entry.key, entry.value.changing("effect", \.replacingContent))
                })
        }
    }

    private func changing(_ key: Text, _ change: (JSON) -> JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard member.key == key, case .object = member.value else { return member }
                return Member(key, change(member.value))
            })
    }

    private var replacingContent: JSON {
        let pairs: [(given: Text, removed: Text)] = [("src", "film"), ("film", "src")]
        let removed = pairs.filter { pair in
            guard let given = self[pair.given] else { return false }
            return given != .null && self[pair.removed] == nil
        }
        return .object(members + removed.map { Member($0.removed, .null) })
    }
}
