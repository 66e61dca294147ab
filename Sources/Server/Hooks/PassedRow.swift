import Journal
import Platforms
import Texts
import Wire

/// The deliveries of a source of which nothing was made, as the log keeps them: beside the keys, and gone
/// with their room as those are.
struct PassedRow: Sendable {
    let room: Text
    let kind: Text
    /// Oldest first.
    let passed: [Deliveries.Passed]

    private static let word: Text = "passed"

    init(room: Text, kind: Text, passed: [Deliveries.Passed]) {
        self.room = room
        self.kind = kind
        self.passed = passed
    }

    private var digest: KeyDigest { KeyDigest(of: "passed \(room) \(kind)") }

    /// Names it in the store alone: a source of a room has one.
    var id: Text {
        let digits = Array("0123456789abcdef".utf8)
        return Text(
            decoding: digest.data.prefix(Grant.idLength).map { digits[Int($0 & 15)] })
    }

    var stored: StoredKey {
        let details = JSON.object([
            .init(Self.word, .string(kind)), .init("deliveries", .array(passed.map(\.json))),
        ])
        return StoredKey(
            id: id, digest: digest.data, room: room, details: Text(decoding: details.encoded))
    }

    /// Nil if it is something else, or of no form that this version knows.
    init?(_ stored: StoredKey) {
        guard let room = stored.room, let details = try? JSON(parsing: Array(stored.details.utf8)),
            case .string(let kind) = details[Self.word],
            case .array(let deliveries) = details["deliveries"]
        else { return nil }
        self.init(room: room, kind: kind, passed: deliveries.compactMap(Deliveries.Passed.init))
    }
}

extension Deliveries.Passed {
    init?(_ json: JSON) {
        guard case .string(let at) = json["at"], let at = WallTime(at),
            case .string(let type) = json["type"], let reason = Reason(json)
        else { return nil }
        self.init(at: at, type: type, reason: reason, payload: json["payload"] ?? .null)
    }
}
