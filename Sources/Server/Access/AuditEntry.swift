import Journal
import Texts
import Wire

/// What somebody did that is no event of a room, as it is kept and told.
struct AuditEntry: Sendable {
    /// What was done.
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
    /// Nil: it is about all rooms.
    let room: Text?
    /// The id of the key by which it was done; nil: without one.
    let doer: Text?
    /// What it was done to, and how.
    var more: [JSON.Member] = []

    /// About a key.
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

    /// As the log keeps it, done now.
    var note: AuditNote {
        let members = [
            JSON.Member("do", .string(Text(deed.rawValue))),
            JSON.Member("by", doer.map(JSON.string) ?? .null),
        ]
        return AuditNote(
            room: room, wallMicroseconds: WallTime.now.microseconds,
            details: Text(decoding: JSON.object(members + more).encoded), shelf: deed.shelf)
    }

    /// `{"entries": [{"seq", "at", "room", "do", "by", …}], "next": SEQ}`, oldest first.
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
