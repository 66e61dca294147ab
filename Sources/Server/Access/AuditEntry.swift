import Journal
import Texts
import Wire

/// An entry of the audit log, with an administrative action, such as creating a key, and the client that did it.
struct AuditEntry: Sendable {
    /// The kind of action.
    enum Deed: String {
        case createKey, changeKey, revokeKey
        case suspend, resume
        case keepDays
        case setSource, removeSource
        case addAsset, removeAsset

        var shelf: AuditNote.Shelf {
            switch self {
            case .createKey, .revokeKey, .suspend, .resume: .access
            case .changeKey: .changes
            case .keepDays, .setSource, .removeSource, .addAsset, .removeAsset: .other
            }
        }
    }

    let deed: Deed
    /// Nil: the action concerns the whole server.
    let room: Text?
    /// The ID of the key that authorized the action; nil: no key was needed.
    let doer: Text?
    /// Further details, such as the key that was revoked.
    var more: [JSON.Member] = []

    /// An action on a key.
    init(_ deed: Deed, _ grant: Grant, by caller: Caller) {
        self.init(deed, in: grant.room, by: caller)
        more = [.init("key", .string(grant.id)), .init("role", .string(grant.role.word))]
    }

    init(_ deed: Deed, in room: Text?, by caller: Caller, _ more: [JSON.Member] = []) {
        self.deed = deed
        self.room = room
        doer = caller.key
        self.more = more
    }

    /// The entry in the log's form, with the present time.
    var note: AuditNote {
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
    static func page(_ notes: [StoredAuditNote], after seq: Int64) throws -> JSON {
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
