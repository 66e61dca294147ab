import Assets
import Foundation
import Glibc
import HTTPRouting
import Journal
import Logging
import Stage
import TestSupport
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import RoomRuntime
@testable import Server
@testable import Settings
@testable import Transport
@testable import Webhooks

/// An application whose loop does not run: the test performs the loop's steps and decides what happens between two
/// of them. The server requires keys.
final class ApplicationScene {
    let application: Application
    private let directory: TemporaryDirectory

    /// A request that was made, with its answer once there is one.
    final class Asked {
        fileprivate(set) var response: Response?
    }

    /// A key and its ID.
    struct MadeKey {
        let text: Text
        let id: Text

        /// The name of its setting.
        var setting: Text { Grant.setting(id) }
    }

    init() throws {
        directory = try TemporaryDirectory()
        let web = try LiveServer.makePages()
        defer { try? FileManager.default.removeItem(at: web) }
        var configuration = ServerConfiguration(webDirectory: web, dataDirectory: directory.path)
        configuration.port = 0
        configuration.auth = .keys
        configuration.makeRoomsStill()
        configuration.room.stage.waitForViewer = .never
        application = try Application(
            configuration, drainRequest: DrainRequest(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit {
        try? application.end()
    }

    // MARK: Keys

    func key(
        _ role: Role, of room: Text?, event: Event.Kind? = nil, source: Text? = nil
    ) throws -> MadeKey {
        var made: MadeKey?
        try application.parts.keys.create(
            KeyBody(role: role, event: event, source: source), for: room, by: .trusted
        ) { result in
            if case .success(let (grant, key)) = result {
                made = MadeKey(text: key.text, id: grant.id)
            }
        }
        try waitUntil("the key is made") {
            application.parts.settings.deliver()
            return made != nil
        }
        return try #require(made)
    }

    /// Revokes a key. Everything else that waits goes on waiting.
    func revoke(_ id: Text) throws {
        var isRevoked = false
        try application.parts.keys.revoke(id, of: nil, by: .trusted) { _ in isRevoked = true }
        try waitUntil("the key is revoked") {
            application.parts.settings.deliver()
            return isRevoked
        }
    }

    /// Removes a source. Everything else that waits goes on waiting.
    func removeSource(_ kind: Text, of room: Text) throws {
        var isRemoved = false
        try application.parts.sources.remove(kind, of: room, basis: nil, by: .trusted) { _ in
            isRemoved = true
        }
        try waitUntil("the source is removed") {
            application.parts.settings.deliver()
            return isRemoved
        }
    }

    // MARK: Requests

    /// Makes a request without waiting for its answer. `fields` replace the type of the body, JSON.
    func begin(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, as key: Text? = nil,
        _ fields: [String] = []
    ) -> Asked {
        let asked = Asked()
        let request = Self.request(method, path, body ?? [], key, fields)
        let exchange = Exchange(connection: nil)
        do throws(Problem) {
            try application.pipeline.perform(request, "test", exchange) { response, _ in
                asked.response = asked.response ?? response
            }
        } catch {
            asked.response = error.response
        }
        return asked
    }

    /// Makes a request and performs the loop's steps until there is an answer.
    @discardableResult
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, as key: Text? = nil,
        _ fields: [String] = []
    ) throws -> Response {
        try finish(begin(method, path, body.map { Array($0.utf8) }, as: key, fields))
    }

    private static func request(
        _ method: String, _ path: String, _ body: [UInt8], _ key: Text?, _ fields: [String]
    ) -> Request {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"]
        if let key { lines.append("Authorization: Bearer \(key)") }
        if fields.isEmpty, !body.isEmpty { lines.append("Content-Type: application/json") }
        lines += fields + ["Content-Length: \(body.count)", "", ""]
        var parser = RequestParser(limits: .init(), remoteAddress: "127.0.0.1")
        (Array(lines.joined(separator: "\r\n").utf8) + body).withUnsafeBytes { parser.append($0) }
        guard case .request(let request) = parser.next() else {
            preconditionFailure("no request: \(lines)")
        }
        return request
    }

    // MARK: Steps

    /// Waits until another thread has an outcome for the loop.
    func waitForOutcome() throws {
        let descriptor = application.parts.loop.handle.descriptor
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&ready, 1, Int32(patience * 1000)) > 0, "no outcome came")
    }

    /// Waits for an outcome of another thread and handles it on the loop.
    func step() throws {
        try waitForOutcome()
        _ = application.parts.loop.handle.takeWake()
        application.woken()
    }

    func finish(_ asked: Asked) throws -> Response {
        while asked.response == nil { try step() }
        return try #require(asked.response)
    }

    /// Drops a room from memory. The next request reads it from the disk.
    func evict(_ name: Text) {
        guard let room = application.parts.rooms.glimpse(name) else { return }
        application.parts.journal.write(room.records.take())
        application.parts.journal.settle()
        application.parts.applier.deliver()
        application.parts.rooms.replace(room)
    }

    /// Waits until the uploads and removals of files are done, which another thread performs.
    func finishFiles() throws {
        var isDone = false
        application.parts.assets.finishRemovals { isDone = true }
        try waitUntil("the files are written") {
            application.parts.assets.deliver()
            return isDone
        }
    }

    /// The stored events, settings (but those whose names begin with `name`) and files of a room.
    func stored(of room: Text, but name: Text) throws -> Set<String> {
        application.parts.journal.settle()
        let log = try #require(application.parts.journal.log as? any SettingsLog & EventLog)
        let events = try log.events(of: room, after: 0, limit: 1000, byteLimit: 1 << 20)
        let settings = try log.settings().settings.filter {
            $0.room == room && !$0.name.begins(with: name)
        }
        let files = "\(directory.path)/assets/rooms/\(room)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
        return Set(
            events.map { "event \($0.id)" } + settings.map { "setting \($0.name) \($0.value)" }
                + names.map { "file \($0)" })
    }
}
