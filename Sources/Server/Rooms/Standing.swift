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
    static let suspensionName: Text = "suspension"
    static let keepDaysName: Text = "keepDays"
    static let names = [suspensionName, keepDaysName]

    /// The suspension and the retention of a room. It ignores a value with an unknown form.
    init(of room: Text, in settings: Settings) {
        func json(_ name: Text) -> JSON? {
            settings.setting(name, of: room).flatMap { try? JSON(parsing: Array($0.value.utf8)) }
        }
        if case .number(let days) = json(Self.keepDaysName) { keepDays = Int(exactly: days) }
        suspension = json(Self.suspensionName).flatMap(Suspension.init(stored:))
    }
}

extension Standing.Suspension {
    var stored: JSON {
        .object([
            .init("at", .number(Double(at.microseconds))),
            .init("by", doer.map(JSON.string) ?? .null), .init("reason", .string(reason)),
        ])
    }

    /// Nil if this version does not know the form.
    init?(stored: JSON) {
        guard case .number(let at) = stored["at"], let microseconds = Int64(exactly: at) else {
            return nil
        }
        func text(_ key: Text) -> Text? {
            if case .string(let text) = stored[key] { text } else { nil }
        }
        self.init(
            at: WallTime(microseconds: microseconds), doer: text("by"), reason: text("reason") ?? ""
        )
    }
}
