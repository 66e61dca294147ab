import Journal
import Snapshots
import Texts

/// A log of version 1, which kept keys, sources and suspensions without versions.
struct FormerLog {
    let connection: Connection
    let keys: KeySpace

    static let version: Int64 = 1

    private static let mostTries = 5
    /// A server that has not been heard of for so long is gone.
    private static let silenceMicroseconds: Int64 = 3_000_000

    /// Turns keys, sources and suspensions into settings of version 1, in one transaction. Throws while older servers use
    /// the log: they would not see what newer ones change.
    func migrate() throws(Lost) {
        for _ in 0..<Self.mostTries where try !migrateOnce() {}
        let version = try exchange([Words("HGET", keys.clock, "version")])[0].number
        guard version == Script.version else {
            throw Lost(reason: "other programs change the log while it is brought up to version 2")
        }
    }

    /// Returns false if the log changed meanwhile.
    private func migrateOnce() throws(Lost) -> Bool {
        let replies = try exchange(
            [
                Words("WATCH", keys.clock), Words("HGET", keys.clock, "version"),
                Words("HVALS", keys.servers), Words("TIME"),
            ] + [keys.formerKeys[0], keys.formerKeys[2]].map { Words("HVALS", $0) })
        guard replies[1].number == Self.version else { return true }
        try checkServers(heard: replies[2], time: replies[3])
        let settings = try accessSettings(replies[4]) + standingSettings(replies[5])
        var words = [Words("MULTI")]
        for setting in settings {
            var put = Words("HSET", keys.settings, "\(setting.room ?? "")/\(setting.name)")
            put.add(
                Array("1 ".utf8)
                    + SettingEntry.packed(setting.name, setting.value, of: setting.room))
            words.append(put)
            words.append(Words("SADD", keys.settingNames(of: setting.room), setting.name))
        }
        words.append(
            Words("HSET", keys.clock, "version", "\(Script.version)", "settings", "1"))
        words.append(Words(["DEL"] + keys.formerKeys))
        words.append(Words("EXEC"))
        return try exchange(words).last?.list != nil
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
            guard var values = Packed.read(bytes), let id = values.text(),
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
            guard var values = Packed.read(bytes), let room = values.text(),
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
            throw Lost(reason: Refusal.words(for: fault))
        }
        return replies
    }
}
