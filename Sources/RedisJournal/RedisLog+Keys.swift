import Foundation
public import Journal
public import Texts

extension RedisLog: KeyStore {
    public func keys() throws(JournalError) -> [StoredKey] {
        var stored: [StoredKey] = []
        for value in try values(of: space.access) {
            guard let key = StoredKey(packed: value) else { throw altered("a key") }
            stored.append(key)
        }
        return stored
    }

    public func put(_ key: StoredKey, noting note: AuditNote?) throws(JournalError) {
        try settle(
            [
                Change(hash: space.access, field: key.id, value: key.packed),
                Change(
                    hash: space.accessRooms, field: key.id, value: key.room.map { Array($0.utf8) }),
            ], noting: note)
    }

    public func removeKey(id: Text, noting note: AuditNote?) throws(JournalError) {
        try settle(
            [
                Change(hash: space.access, field: id, value: nil),
                Change(hash: space.accessRooms, field: id, value: nil),
            ], noting: note)
    }
}

extension RedisLog: StandingStore {
    public func standings() throws(JournalError) -> [StoredStanding] {
        var stored: [StoredStanding] = []
        for value in try values(of: space.standings) {
            guard let standing = StoredStanding(packed: value) else {
                throw altered("what is settled of a room")
            }
            stored.append(standing)
        }
        return stored
    }

    public func put(
        _ standing: StoredStanding, noting note: AuditNote
    ) throws(JournalError) {
        try settle(
            [Change(hash: space.standings, field: standing.room, value: standing.packed)],
            noting: note)
    }

    public func removeStanding(of room: Text) throws(JournalError) {
        _ = try accepted(writing.write([space.erasure(of: room, .ofStanding)]))
    }
}

extension RedisLog: AuditLog {
    public func add(_ note: AuditNote) throws(JournalError) { try settle([], noting: note) }

    public func notes(
        of room: Text?, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredAuditNote] {
        var notes: [StoredAuditNote] = []
        for entry in try entries(of: room, after: seq, limit: limit) {
            guard let seq = place(of: entry), let bytes = entry[1]["n"]?.bytes,
                let note = AuditNote(packed: bytes)
            else { throw altered("a note of who did what") }
            notes.append(StoredAuditNote(seq: seq, note: note))
        }
        return notes
    }

    private func entries(
        of room: Text?, after seq: Int64, limit: Int
    ) throws(JournalError) -> [Reply] {
        guard let room else {
            return try read([
                Words("XRANGE", space.notes, "\(max(seq, 0) + 1)", "+", "COUNT", "\(limit)")
            ])[0].list ?? []
        }
        let places = try read([Words("LRANGE", space.places(of: room), "0", "-1")])[0].list ?? []
        let wanted = places.compactMap(\.number).filter { $0 > seq }.prefix(limit)
        return try read(wanted.map { Words("XRANGE", space.notes, "\($0)", "\($0)") })
            .compactMap { $0.list?.first }
    }
}

// MARK: What they have in common

/// A field of a hash that is set, or with no value goes.
private struct Change {
    let hash: Text
    let field: Text
    let value: [UInt8]?
}

extension RedisLog {
    /// So many notes are kept of a room, and of what is about all of them.
    static let mostNotes: Int64 = 1000

    fileprivate func settle(
        _ changes: [Change], noting note: AuditNote?
    ) throws(JournalError) {
        var arguments = Words(space.channel, "\(Self.mostNotes)")
        arguments.add(note?.packed ?? [])
        for (index, change) in changes.enumerated() {
            arguments.add("\(index + 1)")
            arguments.add(change.field)
            arguments.add(change.value ?? [])
        }
        _ = try accepted(
            writing.write([
                Script.settle.call(
                    keys: [space.clock, space.notes, space.places(of: note?.room)]
                        + changes.map(\.hash), arguments: arguments)
            ]))
    }

    fileprivate func values(of hash: Text) throws(JournalError) -> [[UInt8]] {
        try read([Words("HVALS", hash)])[0].list?.compactMap(\.bytes) ?? []
    }
}

extension StoredKey {
    fileprivate var packed: [UInt8] {
        var packed = Packed()
        packed.add(id)
        packed.add(digest)
        packed.add(room as Text?)
        packed.add(details)
        return packed.bytes
    }

    fileprivate init?(packed: [UInt8]) {
        guard var values = Packed.read(packed), let id = values.text(),
            let digest = values.bytes()
        else { return nil }
        let room = values.text()
        guard let details = values.text() else { return nil }
        self.init(id: id, digest: Data(digest), room: room, details: details)
    }
}

extension StoredStanding {
    fileprivate var packed: [UInt8] {
        var packed = Packed()
        packed.add(room)
        packed.add(details)
        return packed.bytes
    }

    fileprivate init?(packed: [UInt8]) {
        guard var values = Packed.read(packed), let room = values.text(),
            let details = values.text()
        else { return nil }
        self.init(room: room, details: details)
    }
}

extension AuditNote {
    var packed: [UInt8] {
        var packed = Packed()
        packed.add(room as Text?)
        packed.add(wallMicroseconds)
        packed.add(details)
        return packed.bytes
    }

    fileprivate init?(packed: [UInt8]) {
        guard var values = Packed.read(packed) else { return nil }
        let room = values.text()
        guard let wall = values.number(), let details = values.text() else { return nil }
        self.init(room: room, wallMicroseconds: wall, details: details)
    }
}
