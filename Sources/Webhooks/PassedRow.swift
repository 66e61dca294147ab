import History
import Journal
import LiveRooms
import Platforms
package import Texts
package import Wire

/// The stored form of the list of a source's ignored deliveries, as a setting in the log. Servers do not tell each
/// other of them.
package struct PassedRow: Sendable {
    package let kind: Text
    /// Oldest first.
    let passed: [Deliveries.Passed]

    package static let prefix: Text = "passed/"
    private static let word: Text = "passed"

    /// The name of the setting.
    package static func name(_ kind: Text) -> Text { prefix + kind }

    package init(kind: Text, passed: [Deliveries.Passed]) {
        self.kind = kind
        self.passed = passed
    }

    package var stored: Text {
        let details = JSON.object([
            .init(Self.word, .string(kind)), .init("deliveries", .array(passed.map(\.json))),
        ])
        return Text(decoding: details.encoded)
    }

    /// Nil if this version does not know the form.
    package init?(stored: Text) {
        guard let details = try? JSON(parsing: Array(stored.utf8)),
            case .string(let kind) = details[Self.word],
            case .array(let deliveries) = details["deliveries"]
        else { return nil }
        self.init(kind: kind, passed: deliveries.compactMap(Deliveries.Passed.init))
    }
}

extension Deliveries.Passed {
    package init?(_ json: JSON) {
        guard case .string(let at) = json["at"], let at = WallTime(at),
            case .string(let type) = json["type"], let reason = Reason(json)
        else { return nil }
        self.init(at: at, type: type, reason: reason, payload: json["payload"] ?? .null)
    }
}
