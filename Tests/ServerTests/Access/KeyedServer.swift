import Foundation
import Journal
import SQLiteJournal
import Stage
import Synchronization
import TestSupport
import Testing
import Texts

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// A server that requires keys, with one key of each role for the rooms `main` and `other`.
final class KeyedServer: Sendable {
    let server: LiveServer
    let directory: String
    private let keys: [String: (key: Key, id: Text)]

    /// `viewer+` is a viewer's key that may tap. Keys whose names begin with `other ` belong to the
    /// room `other`.
    static let roles = [
        "viewer", "viewer+", "trigger", "hook", "ingest", "deck", "moderator", "owner", "admin",
    ]

    init(
        _ change: @escaping @Sendable (inout ServerConfiguration) -> Void = { $0.auth = .keys },
        prepare: @escaping @Sendable (Server) -> Void = { _ in }
    ) throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-keys-\(UUID().uuidString)").path
        self.directory = directory
        keys = try Self.makeKeys(in: directory)
        server = try LiveServer(
            {
                $0.dataDirectory = directory
                $0.makeRoomsStill()
                change(&$0)
            }, prepare: prepare)
    }

    private static func makeKeys(in directory: String) throws -> [String: (key: Key, id: Text)] {
        let log = try SQLiteLog(directory: directory)
        let now = WallTime.now.microseconds
        var keys: [String: (key: Key, id: Text)] = [:]
        func add(_ name: String, _ role: Role, of room: Text?, expires: Int64? = nil) throws {
            let key = Key.random(role)
            let grant = Grant(
                id: Key.randomDigits(12), digest: key.digest, role: role, room: room,
                name: Text(name), created: WallTime(microseconds: now),
                expires: expires.map { WallTime(microseconds: now + $0) }, maker: nil,
                shown: role == .viewer ? key.text : nil, interacts: name.hasSuffix("+"),
                isPinned: false, event: role == .trigger ? .control(.skip) : nil,
                source: role == .hook ? "generic" : nil)
            try log.put(Grant.setting(grant.id), grant.stored, of: room)
            keys[name] = (key, grant.id)
        }
        for (prefix, room) in [("", "main"), ("other ", "other")] as [(String, Text)] {
            for name in roles.dropLast() {
                let role = try #require(
                    Role(rawValue: name.replacingOccurrences(of: "+", with: "")))
                try add(prefix + name, role, of: room)
            }
        }
        try add("admin", .admin, of: nil)
        try add("expired", .owner, of: "main", expires: -1)
        try add("ephemeral", .viewer, of: "main", expires: 1_500_000)
        try log.close()
        return keys
    }

    deinit {
        server.handle.drain()
        try? server.waitForEnd()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func key(_ name: String) -> Text { keys[name]?.key.text ?? Text(name) }

    func id(_ name: String) -> Text { keys[name]?.id ?? "" }

    /// The header field with a key.
    func field(_ name: String) -> String { "Authorization: Bearer \(key(name))" }

    func ask(
        _ method: String, _ path: String, _ body: String? = nil, as name: String?
    ) throws -> Client.Answer {
        try Client(server).ask(method, path, body, name.map { [field($0)] } ?? [])
    }

    /// A stream of the room `main`, after the upgrade.
    func stream(as name: String) throws -> (client: Client, hello: Client.Answer) {
        let client = try Client(server)
        let answer = try client.upgrade("/v1/rooms/main/stream", field(name))
        #expect(answer.status == 101)
        return (client, answer)
    }
}
