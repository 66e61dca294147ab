public import Journal
public import Texts

/// Stores settings and audit notes in the log in Redis.
extension RedisLog: SettingsLog {
    public var sharesSettings: Bool { true }

    public func settings() throws(JournalError) -> SettingsState {
        let replies = try accepted(
            reading.read([
                Words("MULTI"), Words("HGET", space.clock, "settings"),
                Words("HGETALL", space.settings), Words("EXEC"),
            ]))
        guard let done = replies.last?.list, done.count == 2, let entries = done[1].list else {
            throw altered("the settings")
        }
        var (settings, damaged) = ([] as [Setting], [] as [Text])
        for index in stride(from: 0, to: entries.count - 1, by: 2) {
            let place = entries[index].text ?? ""
            if let entry = SettingEntry(entries[index + 1].bytes ?? [], at: place) {
                if let setting = entry.setting { settings.append(setting) }
            } else if let file = SettingEntry.file(at: place) {
                damaged.append(file)
            } else {
                throw altered("a key or another setting")
            }
        }
        return SettingsState(
            version: done[0].number ?? 0, settings: settings, damagedFiles: damaged)
    }

    public func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict {
        var arguments = Words(space.channel, "\(Self.mostNotes)")
        arguments.add(change.note?.packed ?? [])
        arguments.add(change.room ?? "")
        arguments.add(change.basis)
        arguments.add(change.isQuiet ? "" : "1")
        arguments.add(Int64(change.needed.count))
        for name in change.needed { arguments.add(name) }
        for write in change.writes { arguments.add(write, of: change.room) }
        let call = LuaScript.change.call(
            keys: [
                space.clock, space.notes,
                space.places(of: change.note?.room ?? change.room, change.note?.shelf ?? .other),
                space.settings, space.settingNames(of: change.room), space.erasedRooms,
            ], arguments: arguments)
        let reply = try accepted(writing.write([call]))[0]
        switch (reply[0].number, reply[1].number, reply[1].text) {
        case (0, _, _): return .roomErased
        case (1, let version?, _): return .made(version: version)
        case (2, _, let name?): return .conflict(name: name)
        case (3, _, let name?): return .missing(name: name)
        default: throw altered("an answer about a setting")
        }
    }
}

extension RedisLog: AuditLog {
    /// The number of stored notes of each room and shelf.
    static let mostNotes: Int64 = 1000
    /// The number of erased rooms that are remembered. A change that builds on a version before those is refused.
    static let mostErased: Int64 = 1000

    public func add(_ note: AuditNote) throws(JournalError) {
        _ = try change(
            SettingsChange(
                room: note.room, basis: .max, writes: [], note: note, isQuiet: true))
    }

    public func notes(
        of room: Text?, after seq: Int64, limit: Int
    ) throws(JournalError) -> [StoredAuditNote] {
        var notes: [StoredAuditNote] = []
        for entry in try entries(of: room, after: seq, limit: limit) {
            guard let seq = place(of: entry), let bytes = entry[1]["n"]?.bytes,
                let note = AuditNote(packed: bytes)
            else { throw altered("a note about an action") }
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
        let places = try read(
            AuditNote.Shelf.allCases.map {
                Words("LRANGE", space.places(of: room, $0), "0", "-1")
            }
        ).flatMap { $0.list?.compactMap(\.number) ?? [] }
        let wanted = places.filter { $0 > seq }.sorted().prefix(limit)
        return try read(wanted.map { Words("XRANGE", space.notes, "\($0)", "\($0)") })
            .compactMap { $0.list?.first }
    }
}

/// The stored form of a setting in Redis: its version, a space, and the packed setting. A tombstone ends with the
/// space.
struct SettingEntry {
    /// Nil for a tombstone.
    let setting: Setting?

    /// Nil if the entry is damaged or stands at another place than `place`.
    init?(_ bytes: [UInt8], at place: Text) {
        guard let space = bytes.firstIndex(of: UInt8(ascii: " ")),
            let version = Int64(String(decoding: bytes[..<space], as: UTF8.self))
        else { return nil }
        let packed = Array(bytes[(space + 1)...])
        if packed.isEmpty {
            setting = nil
            return
        }
        guard var values = ChecksummedTuple.read(packed) else { return nil }
        let room = values.text()
        guard let name = values.text(), let value = values.text(),
            place == "\(room ?? "")/\(name)"
        else { return nil }
        setting = Setting(room: room, name: name, value: value, version: version)
    }

    /// Returns the file whose setting has this place, for a warning; nil if the place has no file.
    static func file(at place: Text) -> Text? {
        let parts = place.utf8.split(
            separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false
        ).map { Text(decoding: $0) }
        return parts.count == 2
            ? StoredFile.name(ofSetting: parts[1]).map { "\($0) of room \(parts[0])" } : nil
    }

    static func packed(_ name: Text, _ value: Text, of room: Text?) -> [UInt8] {
        var packed = ChecksummedTuple()
        packed.add(room as Text?)
        packed.add(name)
        packed.add(value)
        return packed.bytes
    }
}

extension Words {
    fileprivate mutating func add(_ write: SettingsChange.Write, of room: Text?) {
        add(write.name)
        add(write.basis.map { "\($0)" } ?? "")
        switch write.kind {
        case .put(let value):
            add("put")
            add(SettingEntry.packed(write.name, value, of: room))
            add(value)
        case .remove:
            for word in ["remove", "", ""] as [Text] { add(word) }
        case .forget:
            for word in ["forget", "", ""] as [Text] { add(word) }
        }
    }
}

extension AuditNote {
    var packed: [UInt8] {
        var packed = ChecksummedTuple()
        packed.add(room as Text?)
        packed.add(wallMicroseconds)
        packed.add(details)
        if shelf != .other { packed.add(Text(shelf.rawValue)) }
        return packed.bytes
    }

    fileprivate init?(packed: [UInt8]) {
        guard var values = ChecksummedTuple.read(packed) else { return nil }
        let room = values.text()
        guard let wall = values.number(), let details = values.text() else { return nil }
        let shelf = values.text().flatMap { Shelf(word: $0) } ?? .other
        self.init(room: room, wallMicroseconds: wall, details: details, shelf: shelf)
    }
}
