import Foundation
import Stage
import TestSupport
import Testing
import Texts
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Configuration ceilings")
struct CeilingsTests {
    private static let config = "/v1/rooms/main/config"

    private static func start(in directory: String, _ ceilings: String?) throws -> LiveServer {
        let read = try ceilings.map {
            try ConfigurationCeilings(JSON(parsing: Array($0.utf8)))
        }
        return try LiveServer {
            $0.dataDirectory = directory
            $0.ceilings = read
        }
    }

    @Test("A change above a ceiling is rejected, and new rooms start below it")
    func changes() throws {
        try withDirectory { directory in
            let server = try Self.start(in: directory, #"{"gifts":{"queueLimit":20,"linger":2}}"#)
            let client = try Client(server)
            func limit(_ answer: Client.Answer) -> JSON? { answer.json["gifts"]?["queueLimit"] }
            #expect(try limit(client.get(Self.config)) == .number(20))
            for method in ["PUT", "PATCH"] {
                let refused = try client.ask(method, Self.config, #"{"gifts":{"queueLimit":21}}"#)
                #expect(refused.status == 422)
                let fault = refused.json["errors"]?.elements.first
                #expect(fault?["pointer"] == .string("/gifts/queueLimit"))
                #expect(fault?["detail"]?.string?.string.hasSuffix("at most 20") == true)
                let accepted = try client.ask(method, Self.config, #"{"gifts":{"queueLimit":19}}"#)
                #expect(limit(accepted) == .number(19))
                #expect(accepted.json["gifts"]?["linger"] == .number(2))
            }
            #expect(try limit(client.ask("PUT", Self.config, "{}")) == .number(20))
            let schema = try client.get("/v1/schema/config").json
            #expect(
                schema["properties"]?["gifts"]?["properties"]?["queueLimit"]?["maximum"]
                    == .number(20))
        }
    }

    @Test("A stored value above a ceiling is lowered at the start by an event without a caller")
    func kept() throws {
        try withDirectory { directory in
            var server: LiveServer? = try Self.start(in: directory, nil)
            var client: Client? = try Client(#require(server))
            _ = try client?.ask("PATCH", Self.config, #"{"gifts":{"queueLimit":900,"x":7}}"#)
            _ = try client?.ask("PATCH", "/v1/rooms/other/config", #"{"gifts":{"queueLimit":3}}"#)
            (client, server) = (nil, nil)
            server = try Self.start(in: directory, #"{"gifts":{"queueLimit":20}}"#)
            client = try Client(#require(server))
            func gifts(_ room: String) throws -> JSON? {
                try client?.get("/v1/rooms/\(room)/config").json["gifts"]
            }
            try waitUntil("the stored value is lowered") {
                try gifts("main")?["queueLimit"] == .number(20)
            }
            #expect(try gifts("main")?["x"] == .number(7))
            #expect(try gifts("other")?["queueLimit"] == .number(3))
            let history = try client?.get("/v1/rooms/main/events").json["events"]?.elements
            #expect(history?.count == 2)
            #expect(history?.last?["type"] == .string("config"))
            #expect(history?.last?["by"] == nil)
            #expect(
                try client?.get("/v1/rooms/other/events").json["events"]?.elements.count == 1)
            (client, server) = (nil, nil)
        }
    }
}
