import Foundation
import Journal
import Texts

/// Sets up each new connection to Redis: it authenticates, checks Redis and its settings, and opens the log.
struct ConnectionSetup {
    let address: RedisAddress
    let keys: KeySpace
    let durability: Durability
    /// True if the log is only read: a replica with any settings is accepted, and no log is created.
    var isReadOnly = false

    /// The oldest supported major version of Redis.
    private static let oldestMajor: Int64 = 7

    /// Runs the start of a connection. Throws unless this Redis is suitable for a log, and has the same log as
    /// `before`.
    func run(_ connection: Connection, after before: Session?) throws(Lost) -> Session {
        if let password = address.password {
            _ = try accepted(connection.exchange([Words("AUTH", password)]))
        }
        let replies = try accepted(
            connection.exchange([Words("CLIENT", "ID"), Words("INFO", "everything")]))
        let facts = Facts(replies[1].text ?? "")
        try check(facts)
        guard let run = facts["run_id"], let client = replies[0].number else {
            throw Lost(reason: "it does not say who it is")
        }
        if let before, before.run == run { try end(before.client, connection) }
        if isReadOnly {
            try checkVersion(connection)
            return Session(run: run, client: client, log: "")
        }
        try checkSettings(connection)
        let log = try open(connection, isBegun: before != nil)
        if let before, before.log != log {
            throw Lost(
                reason:
                    "it has another log than before: put the one that was there back, or restart "
                    + "all servers on this one")
        }
        return Session(run: run, client: client, log: log)
    }

    /// Ends the lost connection in Redis, which may still consider it alive: commands that were sent on it and have not
    /// run yet never will. A later question about their effect then gets a final answer.
    private func end(_ client: Int64, _ connection: Connection) throws(Lost) {
        _ = try connection.exchange([Words("CLIENT", "KILL", "ID", "\(client)")])
    }

    private func check(_ facts: Facts) throws(Lost) {
        let version = facts["redis_version"] ?? ""
        let major = version.elements(separatedBy: UInt8(ascii: ".")).first
        guard let major, Int64(major.string) ?? 0 >= Self.oldestMajor else {
            throw Lost(reason: "it is Redis \(version), and 7 or newer is needed")
        }
        guard facts["redis_mode"] != "cluster" else {
            throw Lost(reason: "it is part of a Redis Cluster, in which no log can be yet")
        }
        guard isReadOnly || facts["role"] == "master" else {
            throw Lost(reason: RedisErrorAdvice.words(for: "READONLY"))
        }
    }

    /// Throws if Redis may lose writes. Its settings can change while it runs.
    func checkSettings(_ connection: Connection) throws(Lost) {
        let settings = try accepted(
            connection.exchange([
                Words("CONFIG", "GET", "maxmemory-policy", "appendonly", "appendfsync")
            ]))[0]
        guard settings["maxmemory-policy"]?.text == "noeviction" else {
            throw Lost(
                reason:
                    "it throws away what it likes when its memory is full: set maxmemory-policy to "
                    + "noeviction")
        }
        guard case .everyEvent = durability else { return }
        guard settings["appendonly"]?.text == "yes", settings["appendfsync"]?.text == "always"
        else {
            throw Lost(
                reason: "a power cut would cost it what was answered: set appendonly to yes and "
                    + "appendfsync to always")
        }
    }

    /// Opens the log and returns its name. Creates the log if there is none, unless there was one before.
    private func open(_ connection: Connection, isBegun: Bool) throws(Lost) -> Text {
        var arguments = Words("\(LuaScript.version)", "\(KeySpace.shardCount)")
        arguments.add(isBegun ? "" : Text(UUID().uuidString))
        let replies = try accepted(
            connection.exchange(
                LuaScript.all.map(\.loading) + [
                    LuaScript.open.call(keys: [keys.clock], arguments: arguments)
                ]))
        guard let found = replies.last, let version = found[0].number, let log = found[2].text
        else {
            throw Lost(reason: RedisErrorAdvice.words(for: "GONE"))
        }
        if FormerLog.versions.contains(version), !isBegun {
            try FormerLog(connection: connection, keys: keys).migrate()
        } else {
            try check(version: version)
        }
        guard found[1].number == KeySpace.shardCount else {
            throw Lost(reason: "the log there is divided otherwise: name another prefix")
        }
        return log
    }

    /// Throws if the log has an unknown version.
    private func checkVersion(_ connection: Connection) throws(Lost) {
        let version = try accepted(connection.exchange([Words("HGET", keys.clock, "version")]))[0]
        // A reader accepts older versions too: events have the same form in all versions.
        guard let version = version.number, !FormerLog.versions.contains(version) else { return }
        try check(version: version)
    }

    private func check(version: Int64) throws(Lost) {
        guard version == LuaScript.version else {
            throw Lost(
                reason: "the log there is of version \(version), and this server's of "
                    + "\(LuaScript.version): run the server that wrote it, or name another prefix")
        }
    }

    /// Returns the replies; throws if one of them is an error.
    private func accepted(_ replies: [Reply]) throws(Lost) -> [Reply] {
        for reply in replies {
            if let fault = reply.fault { throw Lost(reason: RedisErrorAdvice.words(for: fault)) }
        }
        return replies
    }
}

/// The reply of the command `INFO`: lines with a name, a colon and a value.
private struct Facts {
    private var values: [Text: Text] = [:]

    init(_ text: Text) {
        for line in text.elements(separatedBy: UInt8(ascii: "\n")) {
            let bytes = Array(line.utf8).filter { $0 != UInt8(ascii: "\r") }
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { continue }
            values[Text(decoding: bytes[..<colon])] = Text(decoding: bytes[(colon + 1)...])
        }
    }

    subscript(name: Text) -> Text? { values[name] }
}
