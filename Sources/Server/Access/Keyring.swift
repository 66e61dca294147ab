import Journal
import Texts

/// All grants there are, found by their keys' digests, by their ids and by their rooms.
struct Keyring {
    private var grants: [KeyDigest: Grant] = [:]
    private var digests: [Text: KeyDigest] = [:]
    private var idsOfRooms: [Text?: Set<Text>] = [:]
    /// When the next of them expires; nil: none does.
    private(set) var nextExpiry: WallTime?

    /// The grant of a key, whether it is still current or not; nil if there is none.
    func grant(of key: Key) -> Grant? { grants[key.digest] }

    func grant(id: Text) -> Grant? { digests[id].flatMap { grants[$0] } }

    /// The rooms that have keys of their own.
    var rooms: [Text] { idsOfRooms.keys.compactMap(\.self) }

    func count(of room: Text?) -> Int { idsOfRooms[room]?.count ?? 0 }

    /// The grants of a room, or with nil those of every room, oldest first.
    func grants(of room: Text?) -> [Grant] {
        (idsOfRooms[room] ?? []).compactMap(grant(id:)).sorted { left, right in
            if left.created != right.created {
                return left.created.microseconds < right.created.microseconds
            }
            return left.id < right.id
        }
    }

    /// All of them, room by room.
    var all: [Grant] {
        let names = rooms.sorted()
        return grants(of: nil) + names.flatMap { grants(of: $0) }
    }

    /// Takes a grant in, in the place of the one of the same id if there is one.
    mutating func set(_ grant: Grant) {
        grants[grant.digest] = grant
        digests[grant.id] = grant.digest
        idsOfRooms[grant.room, default: []].insert(grant.id)
        guard let expires = grant.expires else { return }
        if nextExpiry.map({ expires.microseconds < $0.microseconds }) ?? true {
            nextExpiry = expires
        }
    }

    mutating func remove(id: Text) -> Grant? {
        guard
            let grant = digests.removeValue(forKey: id).flatMap({ grants.removeValue(forKey: $0) })
        else { return nil }
        idsOfRooms[grant.room]?.remove(id)
        if count(of: grant.room) == 0 { idsOfRooms[grant.room] = nil }
        return grant
    }

    /// The grants that have expired by `now`. Looks at them only if the next was due, and notes when that
    /// is again.
    mutating func takeExpired(at now: WallTime) -> [Grant] {
        guard let due = nextExpiry, due.microseconds <= now.microseconds else { return [] }
        nextExpiry = grants.values.compactMap(\.expires)
            .filter { $0.microseconds > now.microseconds }
            .min { $0.microseconds < $1.microseconds }
        return grants.values.filter { !$0.isCurrent(at: now) }
    }
}
