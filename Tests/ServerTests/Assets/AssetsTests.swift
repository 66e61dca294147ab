import Foundation
import Journal
import Monitoring
import TestSupport
import Testing
import Texts
import Wire

@testable import Access
@testable import Assets
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Uploaded files")
struct AssetsTests {
    private let path = "/v1/rooms/main/assets"
    private let note = AuditNote(room: "main", wallMicroseconds: 0, details: "{}")

    /// An audit log that discards notes or throws an error.
    private struct Notes: AuditLog {
        var fault: JournalError?

        func add(_ note: AuditNote) throws(JournalError) { if let fault { throw fault } }

        func notes(
            of room: Text?, after seq: Int64, limit: Int
        ) throws(JournalError) -> [StoredAuditNote] { [] }
    }

    private func upload(
        _ client: Client, _ bytes: [UInt8], to path: String = "/v1/rooms/main/assets",
        _ fields: String...
    ) throws -> Client.Answer {
        let head =
            ["POST \(path) HTTP/1.1", "Host: localhost", "Content-Length: \(bytes.count)"] + fields
        client.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes)
        return try client.answer()
    }

    private func url(_ answer: Client.Answer) throws -> String {
        try #require(answer.json["url"]?.string).string
    }

    @Test("A file is named after its content and served as immutable")
    func roundTrip() throws {
        let client = try Client(LiveServer())
        let sample = AssetSamples.pictures[0]
        // The content decides the type, not the header.
        let first = try upload(client, sample.bytes, "Content-Type: text/html")
        #expect(first.status == 201)
        let url = try url(first)
        #expect(url.hasPrefix("/assets/") && url.hasSuffix(".png") && url.utf8.count == 76)
        #expect(first.json["type"] == .string("image/png"))
        #expect(first.json["bytes"] == .number(Double(sample.bytes.count)))
        #expect(first.json["width"] == .number(24) && first.json["height"] == .number(16))
        let again = try upload(client, sample.bytes)
        #expect(again.status == 200 && again.json == first.json)
        #expect(try client.get(path).json["assets"] == .array([first.json]))
        let got = try client.get(url)
        #expect(got.body == sample.bytes)
        #expect(got.fields["content-type"] == "image/png")
        #expect(got.fields["cache-control"] == "public, max-age=31536000, immutable")
        #expect(got.fields["x-content-type-options"] == "nosniff")
        #expect(got.fields["content-security-policy"] == "sandbox; default-src 'none'")
        let tag = try #require(got.fields["etag"])
        #expect(try client.get(url, "If-None-Match: \(tag)").status == 304)
        #expect(try client.ask("HEAD", url).fields["content-length"] == "\(sample.bytes.count)")
    }

    // The 2 MB file is sent in pieces.
    @Test("Byte ranges are served according to RFC 9110")
    func ranges() throws {
        let client = try Client(LiveServer())
        let bytes = AssetSamples.wave(samples: 2_000_000).bytes
        let answer = try upload(client, bytes)
        #expect(answer.status == 201 && answer.json["durationSeconds"] == .number(250))
        let url = try url(answer)
        #expect(try client.get(url).body == bytes)
        for (range, part) in [
            ("0-99", 0..<100), ("1000000-", 1_000_000..<bytes.count), ("5-5", 5..<6),
            ("-7", bytes.count - 7..<bytes.count), ("10-99999999", 10..<bytes.count),
        ] {
            let got = try client.get(url, "Range: bytes=\(range)")
            #expect(got.status == 206 && got.body == Array(bytes[part]), "\(range)")
            let said = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
            #expect(got.fields["content-range"] == said)
            #expect(got.fields["content-length"] == "\(part.count)")
        }
        for range in ["0-1,5-6", "x", "5-2", "-", "0--1"] {
            #expect(try client.get(url, "Range: bytes=\(range)").status == 200, "\(range)")
        }
        let none = try client.get(url, "Range: bytes=99999999-")
        #expect(none.status == 416 && none.fields["content-range"] == "bytes */\(bytes.count)")
        #expect(try client.get(url, "Range: bytes=0-1", "If-Range: \"x\"").status == 200)
    }

    @Test("A file in use is not deleted, and the error names its users")
    func inUse() throws {
        let client = try Client(LiveServer())
        let url = try url(upload(client, AssetSamples.wav.bytes))
        let name = url.dropFirst("/assets/".count)
        let entry = #"{"sound":"\#(url)","effect":{"src":"\#(url)","duration":1}}"#
        _ = try client.ask("PUT", "/v1/rooms/main/catalogue/castle", entry)
        _ = try client.ask("PATCH", "/v1/rooms/main/config", #"{"sounds":{"call":"\#(url)"}}"#)
        let refused = try client.ask("DELETE", "\(path)/\(name)")
        #expect(refused.status == 409)
        for user in ["/catalogue/castle/sound", "/catalogue/castle/effect", "/sounds/call"] {
            #expect(refused.text.contains(user))
        }
        _ = try client.ask("DELETE", "/v1/rooms/main/catalogue/castle")
        _ = try client.ask("PATCH", "/v1/rooms/main/config", #"{"sounds":{"call":null}}"#)
        #expect(try client.ask("DELETE", "\(path)/\(name)").status == 200)
        #expect(try client.ask("DELETE", "\(path)/\(name)").status == 404)
        #expect(try client.get(url).status == 404)
    }

    @Test("A file is removed with the last room that has it")
    func rooms() throws {
        let client = try Client(LiveServer())
        let bytes = AssetSamples.mp3.bytes
        let url = try url(upload(client, bytes))
        #expect(try upload(client, bytes, to: "/v1/rooms/other/assets").status == 201)
        _ = try client.ask("PUT", "/v1/rooms/other")
        #expect(try client.ask("DELETE", "\(path)/\(url.dropFirst(8))").status == 200)
        #expect(try client.get(url).body == bytes)
        #expect(try client.ask("DELETE", "/v1/rooms/other").status == 202)
        #expect(try client.get(url).status == 404)
    }

    @Test("The audit lists uploads and deletions, except those without effect")
    func audit() throws {
        let client = try Client(LiveServer())
        let bytes = AssetSamples.mp3.bytes
        let url = try url(upload(client, bytes))
        #expect(try upload(client, bytes).status == 200)
        #expect(try upload(client, []).status == 415)
        #expect(try client.ask("DELETE", "\(path)/\(url.dropFirst(8))").status == 200)
        #expect(try client.ask("DELETE", "\(path)/\(url.dropFirst(8))").status == 404)
        let entries = try client.get("/v1/rooms/main/audit").json["entries"]?.elements ?? []
        #expect(entries.map { $0["do"] } == [.string("addAsset"), .string("removeAsset")])
        #expect(entries.allSatisfy { $0["url"] == .string(Text(url)) && $0["by"] == .null })
        #expect(entries.first?["bytes"] == .number(Double(bytes.count)))
    }

    @Test("If the audit note cannot be written, the file is not stored")
    func unaudited() throws {
        let data = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-assets-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        let directory = try AssetDirectory(data: data, auditLog: Notes(fault: .backlog))
        #expect(directory.uploads.begin(1) == nil)
        #expect(directory.uploads.append(AssetSamples.mp3.bytes, to: 1) == nil)
        let asset = try directory.uploads.examine(1).get()
        let outcome = directory.keep(asset, 1, for: "a", basis: 0, noting: note)
        guard case .untold(.backlog) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: data + "/assets") == ["rooms"])
        #expect(try directory.read().isEmpty)
    }

    @Test("A file uploaded while its room is deleted is removed, too")
    func deletedMeanwhile() throws {
        let server = try LiveServer()
        let (client, other) = try (Client(server), Client(server))
        _ = try other.ask("PUT", "/v1/rooms/main")
        let bytes = AssetSamples.wave(samples: 200_000).bytes
        let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bytes.count)\r\n"
        client.send(Array("\(head)Expect: 100-continue\r\n\r\n".utf8))
        // The upload has begun.
        #expect(try client.answer().status == 100)
        #expect(try other.ask("DELETE", "/v1/rooms/main").status == 202)
        client.send(bytes)
        #expect(try client.answer().status == 503)
        #expect(try other.get(path).json["assets"] == .array([]))
    }

    @Test("An invalid file is rejected with the reason")
    func refused() throws {
        let client = try Client(LiveServer())
        let answer = try upload(client, Film().bytes([Film.vp8(16_383, 16_383)]))
        #expect(answer.status == 415 && answer.text.contains("16383 × 16383"))
        let svg = try upload(client, AssetSamples.svg)
        #expect(svg.status == 422 && svg.text.contains("PNG, APNG, JPEG, WebP or GIF"))
        #expect(svg.text.contains("The server does not take SVG files"))
        #expect(try upload(client, []).status == 415)
        #expect(try client.get(path).json["assets"] == .array([]))
    }

    @Test("An SVG that an earlier version accepted is listed, and is served as a download")
    func retired() throws {
        let directory = try TemporaryDirectory()
        let name = String(repeating: "0", count: 64) + ".svg"
        let rooms = directory.path + "/assets/rooms/main"
        try FileManager.default.createDirectory(
            atPath: rooms, withIntermediateDirectories: true)
        let known =
            #"{"url":"/assets/\#(name)","type":"image/svg+xml","bytes":\#(AssetSamples.svg.count)}"#
        for (path, bytes) in [
            (directory.path + "/assets/" + name, AssetSamples.svg),
            (rooms + "/" + name, Array(known.utf8)),
        ] { #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes))) }
        let client = try Client(LiveServer(in: directory))
        let listed = try client.get(path).json["assets"]?.elements ?? []
        #expect(listed.map { $0["type"] } == [.string("image/svg+xml")])
        let got = try client.get("/assets/" + name)
        #expect(got.status == 200 && got.body == AssetSamples.svg)
        // No browser draws this type as a picture.
        #expect(got.fields["content-type"] == "application/octet-stream")
        #expect(got.fields["content-disposition"] == "attachment")
        #expect(got.fields["x-content-type-options"] == "nosniff")
        #expect(try client.ask("DELETE", "\(path)/\(name)").status == 200)
    }

    // After two or three deliveries the upload is on the disk, and the server does not know it yet.
    @Test(
        "A file that is uploaded and deleted at once is listed only if it is there",
        arguments: 0...6)
    func uploadedAndDeleted(deliveries: Int) throws {
        let directory = try TemporaryDirectory()
        let wakes = DispatchSemaphore(value: 0)
        let assets = try Assets(data: directory.path, limitBytes: 1 << 20, auditLog: Notes()) {
            wakes.signal()
        }
        var ended = 0
        let noKey: Assets.Author = { nil }
        func upload() throws {
            try assets.receive(AssetSamples.mp3.bytes, nil, for: "main", by: noKey) { _ in
                ended += 1
            }
        }
        func wait(for count: Int) throws {
            try waitUntil("\(count) requests have ended") {
                assets.deliver()
                return ended == count
            }
        }
        try upload()
        try wait(for: 1)
        let name = try #require(assets.all(of: "main").first).name
        while wakes.wait(timeout: .now()) == .success {}
        try upload()
        for _ in 0..<deliveries where ended == 1 {
            #expect(wakes.wait(timeout: .now() + 60) == .success)
            assets.deliver()
        }
        assets.remove(name, from: "main", byKey: nil) { problem in
            #expect(problem == nil)
            ended += 1
        }
        try wait(for: 3)
        try waitUntil("nothing is under way") {
            assets.deliver()
            return assets.isIdle
        }
        let isThere = FileManager.default.fileExists(
            atPath: "\(directory.path)/assets/\(name.string)")
        #expect(assets.has(name, in: "main") == isThere)
        #expect((assets.asset(name) != nil) == isThere)
    }

    @Test("A room with many files to check does not delay other rooms")
    func turns() throws {
        let wakes = DispatchSemaphore(value: 0)
        let queue = TurnQueue(label: "test") { wakes.signal() }
        var ended: [Text] = []
        for room: Text in ["a", "a", "a", "b", "c", "b"] {
            queue.run(for: room) {
                room
            } completion: {
                ended.append($0)
            }
        }
        #expect(!queue.isIdle)
        try waitUntil("all is done") {
            queue.deliver()
            return queue.isIdle
        }
        #expect(ended == ["a", "a", "b", "c", "a", "b"])
    }

    @Test("Uploads above the total limit or a file's limit are rejected")
    func limits() throws {
        let client = try Client(LiveServer { $0.assetsBytes = 100_000 })
        #expect(try upload(client, AssetSamples.wave(samples: 60_000).bytes).status == 201)
        #expect(try upload(client, AssetSamples.wave(samples: 50_000).bytes).status == 507)
        #expect(try upload(client, AssetSamples.wave(samples: 30_000).bytes).status == 201)
        let other = try Client(LiveServer())
        other.send(
            Array("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 16777217\r\n\r\n".utf8))
        #expect(try other.answer().status == 413)
    }

    @Test("One room's limit does not affect another room, and the rejection is counted")
    func roomsLimit() throws {
        let keyed = try KeyedServer {
            $0.auth = .keys
            $0.limits = [LimitChange("asset-bytes-per-room=100000")].compactMap(\.self)
        }
        let client = try Client(keyed.server)
        func status(samples: Int, of room: String) throws -> Int {
            let bytes = AssetSamples.wave(samples: samples).bytes
            let key = keyed.field(room == "main" ? "owner" : "other owner")
            return try upload(client, bytes, to: "/v1/rooms/\(room)/assets", key).status
        }
        #expect(try status(samples: 60_000, of: "main") == 201)
        #expect(try status(samples: 50_000, of: "main") == 507)
        #expect(try status(samples: 30_000, of: "main") == 201)
        #expect(try status(samples: 90_000, of: "other") == 201)
        let page = try keyed.ask("GET", "/metrics", as: "admin").text
        #expect(page.contains("ovation_limited_total{limit=\"asset-bytes-per-room\"} 1\n"))
    }

    // The body is not read before the key is checked.
    @Test("Only an owner may upload, and other callers' bodies are not read")
    func permission() throws {
        let client = try Client(LiveServer { $0.auth = .keys })
        client.send(
            Array(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"
                    .utf8))
        #expect(try client.answer().status == 401)
    }

    @Test("A configuration may have 512 KiB, other bodies 64 KiB")
    func configurations() throws {
        let client = try Client(LiveServer())
        let entries = (0..<450).map {
            "\"k\($0)\":{\"name\":\"\(String(repeating: "n", count: 200))\"}"
        }
        let body = "{\"catalogue\":{\(entries.joined(separator: ","))}}"
        #expect(body.utf8.count > 64 << 10)
        #expect(try client.ask("PUT", "/v1/rooms/main/config", body).status == 200)
        #expect(try client.ask("PATCH", "/v1/rooms/main/config", body).status == 200)
        let other = try client.ask("PUT", "/v1/rooms/main/catalogue/x", body)
        #expect(other.status == 413)
    }

    @Test("The asset folders are private even in a public data directory")
    func folders() throws {
        let data = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-assets-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        _ = try AssetDirectory(data: data, auditLog: Notes())
        for folder in ["/assets", "/assets/rooms"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: data + folder)
            #expect(attributes[.posixPermissions] as? Int == 0o700, "\(folder)")
        }
    }

    @Test("Stored files survive a restart, and orphans are removed")
    func restart() throws {
        let data = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-assets-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        let directory = try AssetDirectory(data: data, auditLog: Notes())
        let bytes = AssetSamples.webm.bytes
        for (number, room) in [(UInt64(1), Text("a")), (2, "b")] {
            #expect(directory.uploads.begin(number) == nil)
            #expect(directory.uploads.append(Array(bytes.prefix(50)), to: number) == nil)
            #expect(directory.uploads.append(Array(bytes.dropFirst(50)), to: number) == nil)
            let asset = try directory.uploads.examine(number).get()
            guard case .kept = directory.keep(asset, number, for: room, basis: 0, noting: note)
            else {
                Issue.record("not kept")
                return
            }
        }
        // An unfinished upload, and a file whose room was deleted before a crash.
        #expect(directory.uploads.begin(3) == nil)
        let orphan = data + "/assets/" + String(repeating: "0", count: 64) + ".png"
        #expect(FileManager.default.createFile(atPath: orphan, contents: Data()))
        let again = try AssetDirectory(data: data, auditLog: Notes())
        let rooms = try again.read()
        #expect(rooms.keys.map(\.string).sorted() == ["a", "b"])
        let asset = try #require(rooms["a"]?.first)
        #expect(rooms["b"] == [asset])
        #expect(asset.form.seconds == 1.5 && asset.form.width == 320)
        #expect(again.reading(asset)?.bytes(0..<bytes.count) == bytes)
        let left = try FileManager.default.contentsOfDirectory(atPath: data + "/assets")
        #expect(Set(left) == ["rooms", asset.name.string])
        // The file stays while another room has it.
        again.forget([(asset.name, true)], of: "a")
        #expect(again.reading(asset) != nil)
        again.forget([(asset.name, true)], of: "b")
        #expect(again.reading(asset) == nil)
    }
}
