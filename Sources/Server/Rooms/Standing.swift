import Journal
import Settings
import Texts
import Wire

/// The admin settings of one room, which are its suspension and its retention.
struct Standing: Hashable {
    /// The present suspension; nil: none. A suspended room accepts no events and no viewers.
    var suspension: Suspension?
    /// The retention of the room's events in days; nil: the server's retention.
    var keepDays: Int?

    struct Suspension: Hashable {
        let at: WallTime
        /// The ID of the key that suspended the room; nil: it was suspended without a key.
        let doer: Text?
        /// The reason that was given; may be empty.
        let reason: Text

        /// `{"at", "by", "reason"}`.
        var json: JSON {
            .object([
                .init("at", .string(Text(at.text))), .init("by", doer.map(JSON.string) ?? .null),
                .init("reason", .string(reason)),
            ])
        }
    }

    /// True if all settings have their defaults.
    var isPlain: Bool { self == Standing() }
}

// MARK: - The stored form

extension Standing {
    static let suspensionName: Text = "suspension"
    static let keepDaysName: Text = "keepDays"
    static let names = [suspensionName, keepDaysName]

    /// Reads the suspension and the retention of a room. It ignores a value with an unknown form.
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

    /// Returns nil if this version does not know the form.
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
