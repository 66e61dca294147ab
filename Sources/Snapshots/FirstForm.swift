import Texts
import Wire

/// Converts the snapshots of version 0.1, which have its structs in Swift's default encoding, to the current form.
///
/// The conversion does not depend on the current structs. In the old form, an enum's case is an
/// object with one key, with its values under `_0`; durations are in microseconds, also in the
/// configuration.
enum FirstForm {
    /// Returns the same snapshot in the current form.
    static func converted(_ old: JSON) -> JSON {
        guard case .object = old else { return .null }
        let conditions = old["conditions"] ?? .null
        return .object([
            .init("config", configuration(conditions["configuration"] ?? .null)),
            .init(
                "room",
                object([
                    ("now", old["now"]),
                    ("held", conditions["isHeld"]),
                    ("milestones", list(conditions["milestones"], milestone)),
                    ("calls", calls(old["calls"] ?? .null)),
                    ("gifts", gifts(old["gifts"] ?? .null)),
                    ("ticker", ticker(old["ticker"] ?? .null)),
                    (
                        "captions",
                        object([("lines", list(old["captions"]?["lines"], caption))])
                    ),
                    (
                        "counters",
                        object([("counters", list(old["counters"]?["counters"], counter))])
                    ),
                ])
            ),
        ])
    }

    // MARK: Pieces

    private static func object(_ members: [(Text, JSON?)]) -> JSON {
        .object(members.compactMap { key, value in value.map { .init(key, $0) } })
    }

    private static func list(_ old: JSON?, _ convert: (JSON) -> JSON) -> JSON? {
        guard case .array(let elements) = old else { return nil }
        return .array(
            elements.map { element in
                if case .null = element { .null } else { convert(element) }
            })
    }

    /// Returns the name of an enum's case without values: `{"popping": {}}`.
    private static func word(_ old: JSON?) -> JSON? {
        old?.members.first.map { .string($0.key) }
    }

    private static func milestone(_ old: JSON) -> JSON {
        object([("id", old["id"]), ("time", old["time"]), ("left", old["step"]?["left"]?["_0"])])
    }

    private static func pop(_ old: JSON) -> JSON {
        let shape = old["shape"] ?? .null
        return object([
            ("start", old["start"]), ("rise", shape["rise"]), ("peak", shape["peak"]),
            ("dip", shape["dip"]), ("settle", shape["settle"]),
            ("damping", shape["spring"]?["damping"]), ("velocity", shape["spring"]?["velocity"]),
        ])
    }

    // MARK: Widgets

    private static func gifts(_ old: JSON) -> JSON {
        object([("channels", list(old["channels"], channel)), ("queue", list(old["queue"], combo))])
    }

    private static func combo(_ old: JSON) -> JSON {
        object([
            ("id", old["id"]), ("sender", old["sender"]), ("gift", old["present"]),
            ("count", old["target"]),
        ])
    }

    private static func channel(_ old: JSON) -> JSON {
        object([
            ("combo", old["combo"].map(combo)), ("taken", old["taken"]),
            ("phase", word(old["phase"])), ("until", old["phaseEnd"]), ("count", old["count"]),
            ("popped", old["hasPopped"]), ("entrance", old["entrance"]), ("exit", old["exit"]),
            ("pop", old["pop"].map(pop)),
        ])
    }

    private static func ticker(_ old: JSON) -> JSON {
        object([
            ("cards", list(old["cards"], card)), ("waiting", list(old["waiting"], card)),
            ("entered", old["entered"]), ("scroll", old["scroll"]),
        ])
    }

    /// Converts a card in the list, or a waiting card, which has only its gift.
    private static func card(_ old: JSON) -> JSON {
        object([
            ("id", old["id"]), ("sender", old["gift"]?["sender"]),
            ("gift", old["gift"]?["present"]), ("count", old["gift"]?["count"]), ("k", old["k"]),
            ("phase", word(old["phase"])), ("until", old["phaseEnd"]), ("next", old["next"]),
            ("before", old["before"]), ("shown", old["shown"]), ("pop", old["pop"].map(pop)),
            ("entrance", old["entrance"]), ("fade", old["fade"]),
        ])
    }

    private static func calls(_ old: JSON) -> JSON {
        object([("cards", list(old["cards"], callCard)), ("waiting", list(old["waiting"], call))])
    }

    private static func call(_ old: JSON) -> JSON {
        object([("id", old["id"]), ("user", old["person"])])
    }

    private static func callCard(_ old: JSON) -> JSON {
        object([
            ("id", old["call"]?["id"]), ("user", old["call"]?["person"]),
            ("leaves", .bool(old["slot"] == nil)), ("due", old["due"]), ("alpha", old["alpha"]),
            ("origin", old["origin"].map(place)), ("target", old["target"].map(place)),
            ("way", old["way"]),
        ])
    }

    private static func place(_ old: JSON) -> JSON {
        .array(["tops", "pitches", "heights"].map { old[$0] ?? .number(0) })
    }

    private static func caption(_ old: JSON) -> JSON {
        let caption = old["caption"] ?? .null
        var spans: [JSON] = []
        if case .array(let elements)? = old["reveal"]?["spans"] {
            spans = elements.flatMap { [$0["delay"] ?? .number(0), $0["duration"] ?? .number(0)] }
        }
        return object([
            ("id", old["id"]), ("slot", old["slot"]), ("row", old["row"]),
            ("text", caption["text"]), ("effect", caption["effect"]),
            ("duration", caption["duration"]), ("hold", caption["hold"]),
            ("exit", caption["exit"]), ("spans", .array(spans)), ("start", old["start"]),
            ("fade", old["fade"]), ("due", old["due"]),
        ])
    }

    private static func counter(_ old: JSON) -> JSON {
        let format = old["format"] ?? .null
        return object([
            ("name", old["name"]), ("row", old["row"]), ("way", old["way"]),
            ("style", format["style"]), ("prefix", format["prefix"]),
            ("suffix", format["suffix"]), ("grouping", format["grouping"]),
        ])
    }

    // MARK: The configuration

    /// The settings that were in microseconds then and are in seconds in the API.
    private static let durations: [Text: Set<Text>] = [
        "gifts": ["entrance", "pop", "settle", "linger", "exit", "turn"],
        "ticker": ["entrance", "pan", "tick", "pop", "settle", "linger", "fade"],
        "calls": ["entrance", "vanish", "move"],
    ]

    private static func configuration(_ old: JSON) -> JSON {
        .object(
            old.members.map { section in
                let durations = durations[section.key] ?? []
                return .init(
                    section.key,
                    .object(
                        section.value.members.map { setting in
                            guard durations.contains(setting.key),
                                case .number(let microseconds) = setting.value
                            else { return setting }
                            return .init(setting.key, .number(microseconds / 1e6))
                        }))
            })
    }
}
