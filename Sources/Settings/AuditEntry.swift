package import Journal
package import Texts
package import Wire

/// An entry of the audit log, with an administrative action, such as creating a key, and the client that did it.
package struct AuditEntry: Sendable {
    /// The kind of action.
    package enum Deed: String, Sendable {
        case createKey, changeKey, revokeKey
        case suspend, resume
        case keepDays
        case setSource, removeSource
        case addAsset, removeAsset

        fileprivate var shelf: AuditNote.Shelf {
            switch self {
            case .createKey, .revokeKey, .suspend, .resume: .access
            case .changeKey: .changes
            case .keepDays, .setSource, .removeSource, .addAsset, .removeAsset: .other
            }
        }
    }

    private let deed: Deed
    private let room: Text?
    private let doer: Text?
    private let more: [JSON.Member]

    /// - Parameters:
    ///   - room: The room that the action concerns; nil: the whole server.
    ///   - doer: The ID of the key that authorized the action; nil: no key was needed.
    ///   - more: Further details, such as the key that was revoked.
    package init(
        _ deed: Deed, in room: Text?, byKey doer: Text?, _ more: [JSON.Member] = []
    ) {
        self.deed = deed
        self.room = room
        self.doer = doer
        self.more = more
    }

    /// The entry in the log's form, with the present time.
    package var note: AuditNote {
        let members = [
            JSON.Member("do", .string(Text(deed.rawValue))),
            JSON.Member("by", doer.map(JSON.string) ?? .null),
        ]
        return AuditNote(
            room: room, wallMicroseconds: WallTime.now.microseconds,
            details: Text(decoding: JSON.object(members + more).encoded), shelf: deed.shelf)
    }

    /// Returns a page of entries, oldest first: `{"entries": [{"seq", "at", "room", "do", "by", …}], "next":
    /// SEQ}`.
    package static func page(_ notes: [StoredAuditNote], after seq: Int64) throws -> JSON {
        let entries = try notes.map { stored in
            let details = try JSON(parsing: Array(stored.note.details.utf8))
            return JSON.object(
                [
                    .init("seq", .number(Double(stored.seq))),
                    .init(
                        "at",
                        .string(
                            Text(WallTime(microseconds: stored.note.wallMicroseconds).text))),
                    .init("room", stored.note.room.map(JSON.string) ?? .null),
                ] + details.members)
        }
        return .object([
            .init("entries", .array(entries)),
            .init("next", .number(Double(notes.last?.seq ?? seq))),
        ])
    }
}
