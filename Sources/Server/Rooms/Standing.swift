import Journal
import Texts
import Wire

/// What is settled of a room beside its events.
struct Standing: Hashable {
    /// While there is one the room takes no events and nobody watches it.
    var suspension: Suspension?
    /// For how many days its events are kept; nil: as long as the server keeps any.
    var keepDays: Int?

    struct Suspension: Hashable {
        let at: WallTime
        /// The id of the key by which it came; nil: without one.
        let doer: Text?
        /// May be empty.
        let reason: Text

        /// `{"at", "by", "reason"}`.
        var json: JSON {
            .object([
                .init("at", .string(Text(at.text))), .init("by", doer.map(JSON.string) ?? .null),
                .init("reason", .string(reason)),
            ])
        }
    }

    /// Whether nothing is settled.
    var isPlain: Bool { self == Standing() }
}

// MARK: - As the log keeps it

extension Standing {
    var stored: JSON {
        .object([
            .init(
                "suspension",
                suspension.map { suspension in
                    .object([
                        .init("at", .number(Double(suspension.at.microseconds))),
                        .init("by", suspension.doer.map(JSON.string) ?? .null),
                        .init("reason", .string(suspension.reason)),
                    ])
                } ?? .null),
            .init("keepDays", keepDays.map { .number(Double($0)) } ?? .null),
        ])
    }

    /// Reads one; what is not of a form that this version knows is left out.
    init(stored details: Text) {
        guard let json = try? JSON(parsing: Array(details.utf8)) else { return }
        if case .number(let days) = json["keepDays"] { keepDays = Int(exactly: days) }
        guard let kept = json["suspension"], case .number(let at) = kept["at"],
            let microseconds = Int64(exactly: at)
        else { return }
        func text(_ key: Text) -> Text? {
            if case .string(let text) = kept[key] { text } else { nil }
        }
        suspension = Suspension(
            at: WallTime(microseconds: microseconds), doer: text("by"), reason: text("reason") ?? ""
        )
    }
}
