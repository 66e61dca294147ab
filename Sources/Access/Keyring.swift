import Journal
package import Texts

/// An index of all access keys of the server, by digest, by ID and by room.
package struct Keyring {
    private var grants: [KeyDigest: Grant] = [:]
    private var digests: [Text: KeyDigest] = [:]
    private var idsOfRooms: [Text?: Set<Text>] = [:]
    /// The time at which the next key expires; nil: none expires.
    private(set) var nextExpiry: WallTime?

    /// Returns the grant of a key, also if it has expired; nil if the key is unknown.
    package func grant(of key: Key) -> Grant? { grants[key.digest] }

    package func grant(id: Text) -> Grant? { digests[id].flatMap { grants[$0] } }

    /// The rooms with keys of their own.
    var rooms: [Text] { idsOfRooms.keys.compactMap(\.self) }

    func count(of room: Text?) -> Int { idsOfRooms[room]?.count ?? 0 }

    /// Returns the grants of a room, or with nil those for every room, oldest first.
    package func grants(of room: Text?) -> [Grant] {
        (idsOfRooms[room] ?? []).compactMap(grant(id:)).sorted { left, right in
            if left.created != right.created {
                return left.created.microseconds < right.created.microseconds
            }
            return left.id < right.id
        }
    }

    /// Returns the IDs of a room's pinned keys.
    func pinned(in room: Text) -> Set<Text> {
        (idsOfRooms[room] ?? []).filter { grant(id: $0)?.isPinned == true }
    }

    /// All grants, room by room.
    package var all: [Grant] {
        let names = rooms.sorted()
        return grants(of: nil) + names.flatMap { grants(of: $0) }
    }

    /// Adds a grant, and replaces the one with the same ID.
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

    /// Returns the grants that have expired by `now`, and updates `nextExpiry`. Looks at the grants only if
    /// an expiry is due.
    mutating func takeExpired(at now: WallTime) -> [Grant] {
        guard let due = nextExpiry, due.microseconds <= now.microseconds else { return [] }
        nextExpiry = grants.values.compactMap(\.expires)
            .filter { $0.microseconds > now.microseconds }
            .min { $0.microseconds < $1.microseconds }
        return grants.values.filter { !$0.isCurrent(at: now) }
    }
}
