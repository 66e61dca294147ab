import Foundation
import HTTPRouting
import Monitoring
import Testing
import Texts
import Transport
import Wire

@testable import Access
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Host names")
struct HostsTests {
    private func configuration(
        host: String = "127.0.0.1", publicAddresses: [Text] = [], origins: Set<Text> = []
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration(
            webDirectory: URL(fileURLWithPath: "/"), dataDirectory: "/")
        configuration.host = host
        configuration.publicAddresses = publicAddresses.compactMap { WebAddress($0) }
        configuration.allowedOrigins = origins
        return configuration
    }

    @Test(
        "A reachable server accepts IP addresses, localhost and its configured names",
        arguments: [
            ("192.168.1.2:8080", true), ("[2001:db8::1]:8080", true), ("10.0.0.1", true),
            ("localhost:8080", true), ("show.example.org", true), ("show.example.org:443", true),
            ("SHOW.example.org", true), ("panel.example.org", true), ("evil.org", false),
            ("show.example.org.evil.org", false), ("example.org", false),
            ("10.0.0.1.evil.org", false), ("1.2.3", false), ("0x7f000001", false),
        ])
    func everywhere(host: String, isOwn: Bool) {
        let hosts = configuration(
            host: "0.0.0.0", publicAddresses: ["https://Show.example.org"],
            origins: ["https://panel.example.org:8443"]
        ).hosts
        #expect(hosts.include(request("GET", "/", host: host)) == isOwn)
    }

    @Test("A server accepts the name that it listens on")
    func listening() {
        let hosts = configuration(host: "stream.local").hosts
        #expect(hosts.include(request("GET", "/", host: "stream.local:8080")))
        #expect(!hosts.include(request("GET", "/", host: "other.local:8080")))
    }

    @Test(
        "Requests for other host names are rejected, except health checks",
        arguments: [
            ("GET", "/overlay/main", 421), ("GET", "/web/overlay/main.js", 421),
            ("GET", "/v1/rooms/main/events", 421), ("GET", "/metrics", 421),
            ("POST", "/v1/rooms/main/gifts", 421), ("DELETE", "/v1/rooms/main/calls/c", 421),
            ("OPTIONS", "/v1/rooms/main/gifts", 421), ("GET", "/nowhere", 421),
            ("GET", "/healthz", 200), ("HEAD", "/readyz", 200),
        ])
    func refused(method: String, path: String, status: Int) throws {
        let client = try Client(
            LiveServer {
                $0.allowedOrigins = ["https://friend.org"]
                $0.auth = .open
            })
        let answer = try client.ask(
            method, path, host: "evil.org",
            [
                "Origin: https://friend.org", "Access-Control-Request-Method: POST",
            ])
        #expect(answer.status == status)
        if status == 421 { #expect(answer.json["type"] == .string("/problems/host")) }
    }

    @Test(
        "Only loopback addresses count as loopback",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("::1", true),
            ("0.0.0.0", false), ("::", false), ("192.168.1.2", false), ("stream.local", false),
        ])
    func isLoopback(host: String, isLoopback: Bool) {
        var configuration = ServerConfiguration(
            webDirectory: URL(fileURLWithPath: "/"), dataDirectory: "/")
        configuration.host = host
        #expect(configuration.isLoopback == isLoopback)
    }

    @Test("A stream is rejected for other host names")
    func stream() throws {
        let server = try LiveServer()
        #expect(
            try Client(server).upgrade("/v1/rooms/main/stream", host: "evil.org").status == 421)
        #expect(
            try Client(server).upgrade("/v1/rooms/main/stream", host: "[::1]:80").status == 101)
    }

    @Test("Pages of a public address may post even if a proxy sends another host")
    func publicOrigin() {
        let origins = configuration(publicAddresses: ["https://show.example.org/"]).origins
        let origin = "Origin: https://show.example.org"
        #expect(origins.allows(request("POST", "/", origin, host: "127.0.0.1:8080")))
        #expect(
            !origins.allows(
                request("POST", "/", "Origin: http://evil.org", host: "127.0.0.1:8080")))
    }
}
