import Testing
import Texts
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Help with request bodies")
struct BodyHelpTests {
    private let server: LiveServer
    private let client: Client

    init() throws {
        server = try LiveServer()
        client = try Client(server)
    }

    private func detail(
        _ method: String, _ path: String, _ body: String, status: Int = 400
    ) throws -> JSON? {
        let answer = try client.ask(method, "/v1/rooms/main/\(path)", body, host: "localhost:80")
        #expect(answer.status == status)
        return answer.json["detail"]
    }

    @Test("A body with another shell's quotes gets a command line for Windows")
    func shells() throws {
        #expect(
            try detail("POST", "gifts", #"'{gift:Rose}'"#)
                == .string(
                    "The body begins with ': Windows' cmd does not remove such quotes. Use this "
                        + #"line there: curl -H "Content-Type: application/json" -d "#
                        + #""{\"sender\":\"Ann\",\"gift\":\"Rose\",\"count\":3}" "#
                        + "http://localhost:80/v1/rooms/main/gifts"))
        #expect(
            try detail("PUT", "counters/likes", "{to:3}")
                == .string(
                    "expected a key in quotes at byte 1. A shell may have removed the quotes. "
                        + "In Windows' cmd, use this line: "
                        + #"curl -X PUT -H "Content-Type: application/json" -d "{\"to\":100}" "#
                        + "http://localhost:80/v1/rooms/main/counters/likes"))
    }

    @Test(
        "An empty body is answered with an example that works",
        arguments: [
            ("POST", "gifts", #"{"sender":"Ann","gift":"Rose","count":3}"#),
            ("POST", "calls", #"{"user":"Ann"}"#), ("POST", "captions", #"{"text":"Hello"}"#),
            ("POST", "control", #"{"action":"skip"}"#), ("PUT", "counters/likes", #"{"to":100}"#),
            ("POST", "queue/g1/move", #"{"to":1}"#),
            ("PATCH", "config", #"{"gifts":{"linger":2}}"#),
            ("POST", "keys", #"{"role":"viewer"}"#),
            ("PATCH", "keys/abc", #"{"name":"OBS"}"#),
        ])
    func empty(method: String, path: String, example: String) throws {
        let sentence = JSON.string(Text("The body is empty. Send JSON, such as \(example)"))
        #expect(try detail(method, path, "") == sentence)
        #expect(try detail(method, path, " \n") == sentence)
        let bare = try client.ask(method, "/v1/rooms/main/\(path)")
        #expect(bare.status == 400 && bare.json["detail"] == sentence)
        // The example is accepted.
        let status = try client.ask(method, "/v1/rooms/main/\(path)", example).status
        #expect([200, 201, 202, 404].contains(status))
    }

    @Test("A syntax error is reported with its position")
    func others() throws {
        #expect(
            try detail("POST", "gifts", #"{"gift":"Rose""#)
                == .string(
                    "expected a comma or } at byte 14. The body must be one JSON text in UTF-8."))
    }

    @Test(
        "A wrong key gets the nearest known key, and a quoted number gets a hint",
        arguments: [
            (
                "POST", "gifts", #"{"sendr":"Ann","gift":"Rose"}"#,
                #"/sendr: is not a known key; did you mean "sender"?"#
            ),
            (
                "POST", "gifts", #"{"sender":"Ann","gift":{"name":"Rose","Image":"/r.png"}}"#,
                #"/gift/Image: is not a known key; did you mean "image"?"#
            ),
            (
                "POST", "gifts", #"{"sender":"Ann","gift":"Rose","colour":1}"#,
                "/colour: is not a known key"
            ),
            (
                "PATCH", "config", #"{"gift":{"x":1}}"#,
                #"/gift: is not a known key; did you mean "gifts"?"#
            ),
            (
                "PATCH", "config", #"{"captions":{"hieght":1}}"#,
                #"/captions/hieght: is not a known key; did you mean "height"?"#
            ),
            (
                "PUT", "config", #"{"captions":{"hieght":1}}"#,
                #"/captions/hieght: is not a known key; did you mean "height"?"#
            ),
            (
                "POST", "gifts", #"{"gift":"Rose","count":"3"}"#,
                "/count: must be a whole number from 1 to 1000000: write 3 without quotes"
            ),
            (
                "POST", "gifts", #"{"gift":"Rose","count":"three"}"#,
                "/count: must be a whole number from 1 to 1000000"
            ),
            (
                "POST", "gifts", #"{"gift":"Rose","test":"true"}"#,
                "/test: must be true or false: write true without quotes"
            ),
            (
                "PATCH", "config", #"{"gifts":{"linger":"2.5"}}"#,
                "/gifts/linger: must be a number of seconds from 0 to 60: write 2.5 without quotes"
            ),
            (
                "PATCH", "config", #"{"gifts":{"x":"-5"}}"#,
                "/gifts/x: must be a number from -4096 to 4096: write -5 without quotes"
            ),
        ])
    func keys(method: String, path: String, body: String, detail: String) throws {
        #expect(try self.detail(method, path, body, status: 422) == .string(Text(detail)))
    }
}
