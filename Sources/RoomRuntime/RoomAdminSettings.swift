package import Journal
package import Texts
package import Wire

/// The admin settings of one room, which are its suspension and its retention.
package struct RoomAdminSettings: Hashable {
    /// The present suspension; nil: none. A suspended room accepts no events and no viewers.
    package var suspension: Suspension?
    /// The retention of the room's events in days; nil: the server's retention.
    package var keepDays: Int?

    package struct Suspension: Hashable {
        package let at: WallTime
        /// The ID of the key that suspended the room; nil: it was suspended without a key.
        package let doer: Text?
        /// The reason that was given; may be empty.
        package let reason: Text

        package init(at: WallTime, doer: Text?, reason: Text) {
            self.at = at
            self.doer = doer
            self.reason = reason
        }

        /// `{"at", "by", "reason"}`.
        package var json: JSON {
            .object([
                .init("at", .string(Text(at.text))), .init("by", doer.map(JSON.string) ?? .null),
                .init("reason", .string(reason)),
            ])
        }
    }

    package init(suspension: Suspension? = nil, keepDays: Int? = nil) {
        self.suspension = suspension
        self.keepDays = keepDays
    }

    /// True if all settings have their defaults.
    package var isPlain: Bool { self == RoomAdminSettings() }
}

// MARK: - The stored form

extension RoomAdminSettings {
    package static let suspensionName: Text = "suspension"
    package static let keepDaysName: Text = "keepDays"
    package static let names = [suspensionName, keepDaysName]
}

extension RoomAdminSettings.Suspension {
    package var stored: JSON {
        .object([
            .init("at", .number(Double(at.microseconds))),
            .init("by", doer.map(JSON.string) ?? .null), .init("reason", .string(reason)),
        ])
    }

    /// Returns nil if this version does not know the form.
    package init?(stored: JSON) {
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
