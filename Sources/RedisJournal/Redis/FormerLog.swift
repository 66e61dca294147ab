import Journal
import Snapshots
import Texts

/// Migrates a log in Redis from version 1 or 2 to the current version. Version 1 stored keys, sources and suspensions
/// without versions; both stored the rooms' files separately from the settings.
struct FormerLog {
    let connection: Connection
    let keys: KeySpace

    static let versions: ClosedRange<Int64> = 1...2

    private static let mostTries = 5
    /// A server that has been silent for this long counts as stopped.
    private static let silenceMicroseconds: Int64 = 3_000_000

    /// Converts keys, sources, suspensions and files to settings, in one transaction and with one version. Throws while
    /// older servers use the log, because they would not notice changes by newer ones.
    func migrate() throws(Lost) {
        for _ in 0..<Self.mostTries where try !migrateOnce() {}
        let version = try exchange([Words("HGET", keys.clock, "version")])[0].number
        guard version == LuaScript.version else {
            throw Lost(
                reason: "other programs change the log while it is brought up to version "
                    + "\(LuaScript.version)")
        }
    }

    /// Tries the migration once; returns false if the log changed meanwhile.
    private func migrateOnce() throws(Lost) -> Bool {
        let replies = try exchange(
            [
                Words("WATCH", keys.clock), Words("HMGET", keys.clock, "version", "settings"),
                Words("HVALS", keys.servers), Words("TIME"),
                Words("SMEMBERS", keys.formerFileRooms),
            ] + [keys.formerKeys[0], keys.formerKeys[2]].map { Words("HVALS", $0) })
        guard let former = replies[1][0].number, Self.versions.contains(former) else { return true }
        try checkServers(heard: replies[2], time: replies[3])
        let version = (replies[1][1].number ?? 0) + 1
        let rooms = replies[4].list?.compactMap(\.text) ?? []
        var words = [Words("MULTI")]
        for setting in try accessSettings(replies[5]) + standingSettings(replies[6]) {
            words += put(
                setting.name, of: setting.room, version,
                SettingEntry.packed(setting.name, setting.value, of: setting.room))
        }
        for room in rooms { words += try files(of: room, version) }
        words.append(
            Words("HSET", keys.clock, "version", "\(LuaScript.version)", "settings", "\(version)"))
        words.append(Words("HDEL", keys.clock, "files"))
        words.append(
            Words(
                ["DEL", keys.formerFileRooms] + keys.formerKeys
                    + rooms.map { keys.room($0).formerFiles }))
        words.append(Words("EXEC"))
        return try exchange(words).last?.list != nil
    }

    /// Returns the commands that write a setting.
    private func put(
        _ name: Text, of room: Text?, _ version: Int64, _ packed: [UInt8]
    ) -> [Words] {
        var put = Words("HSET", keys.settings, "\(room ?? "")/\(name)")
        put.add(Array("\(version) ".utf8) + packed)
        return [put, Words("SADD", keys.settingNames(of: room), name)]
    }

    /// Returns the commands that write a room's files as settings. A damaged file stays damaged, and its content still
    /// counts.
    private func files(of room: Text, _ version: Int64) throws(Lost) -> [Words] {
        let entries = try exchange([Words("HGETALL", keys.room(room).formerFiles)])[0].list ?? []
        return stride(from: 0, to: entries.count - 1, by: 2).flatMap { index -> [Words] in
            guard let name = entries[index].text else { return [] }
            let file = entries[index + 1].bytes.flatMap { StoredFile(name, of: room, former: $0) }
            let packed = file.map {
                SettingEntry.packed($0.settingName, $0.settingValue, of: room)
            }
            return put(StoredFile.prefix + name, of: room, version, packed ?? Array("?".utf8))
        }
    }

    private func checkServers(heard: Reply, time: Reply) throws(Lost) {
        let now = (time[0].number ?? 0) * 1_000_000 + (time[1].number ?? 0)
        let newest = heard.list?.compactMap(\.number).max() ?? .min
        guard newest < now - Self.silenceMicroseconds else {
            throw Lost(
                reason: "servers of an older version use the log: stop all of them before the "
                    + "first newer one starts")
        }
    }

    private func accessSettings(_ reply: Reply) throws(Lost) -> [Setting] {
        var settings: [Setting] = []
        for bytes in reply.list?.compactMap(\.bytes) ?? [] {
            guard var values = ChecksummedTuple.read(bytes), let id = values.text(),
                let digest = values.bytes()
            else { throw Self.altered }
            let room = values.text()
            guard let details = values.text() else { throw Self.altered }
            let entry = FormerSettings.access(id: id, digest: digest, details: details)
            if let (name, value) = entry {
                settings.append(Setting(room: room, name: name, value: value, version: 1))
            }
        }
        return settings
    }

    private func standingSettings(_ reply: Reply) throws(Lost) -> [Setting] {
        var settings: [Setting] = []
        for bytes in reply.list?.compactMap(\.bytes) ?? [] {
            guard var values = ChecksummedTuple.read(bytes), let room = values.text(),
                let details = values.text()
            else { throw Self.altered }
            settings += FormerSettings.standing(details: details).map {
                Setting(room: room, name: $0.name, value: $0.value, version: 1)
            }
        }
        return settings
    }

    private static let altered = Lost(
        reason: "a key or a setting of a room in the log is damaged: its checksum does not agree")

    private func exchange(_ words: [Words]) throws(Lost) -> [Reply] {
        let replies = try connection.exchange(words)
        if let fault = replies.compactMap(\.fault).first {
            throw Lost(reason: RedisErrorAdvice.words(for: fault))
        }
        return replies
    }
}

extension StoredFile {
    /// Reads the entry of a file in a log of version 1 or 2; nil if it is damaged.
    fileprivate init?(_ name: Text, of room: Text, former packed: [UInt8]) {
        guard var values = ChecksummedTuple.read(packed), values.text() == name,
            let count = values.number(), let details = values.text()
        else { return nil }
        self.init(room: room, name: name, byteCount: Int(count), details: details)
    }
}
