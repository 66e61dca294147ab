import HTTPRouting
import Testing
import Texts
import Transport
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Callers in history and audit")
struct AuditTests {
    /// A changing call, its caller, and the list that names the caller.
    private struct ChangingCall {
        enum Place: String {
            case history = "events"
            case audit
        }

        let call: String
        let body: String?
        let caller: String
        let place: Place

        init(_ call: String, _ body: String? = nil, by caller: String, in place: Place) {
            (self.call, self.body, self.caller, self.place) = (call, body, caller, place)
        }
    }

    /// The order makes each call possible.
    private static let calls = [
        ChangingCall("PUT /v1/rooms/{room}", by: "admin", in: .history),
        ChangingCall(
            "PUT /v1/rooms/{room}/config", #"{"gifts":{"x":4}}"#, by: "owner", in: .history),
        ChangingCall(
            "PATCH /v1/rooms/{room}/config", #"{"gifts":{"x":5}}"#, by: "owner", in: .history),
        ChangingCall(
            "PUT /v1/rooms/{room}/catalogue/{key}", #"{"value":5}"#, by: "owner", in: .history),
        ChangingCall(
            "PUT /v1/rooms/{room}/clocks/rules/{name}", #"{"counter":"left","seconds":5}"#,
            by: "owner", in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/clocks/rules/{name}", by: "owner", in: .history),
        ChangingCall(
            "PUT /v1/rooms/{room}/alerts/rules/{name}", #"{"title":"{sender}"}"#, by: "owner",
            in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/alerts/rules/{name}", by: "owner", in: .history),
        ChangingCall(
            "POST /v1/rooms/{room}/notices", #"{"kind":"follow"}"#, by: "ingest", in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/catalogue/{key}", by: "owner", in: .history),
        ChangingCall(
            "POST /v1/rooms/{room}/gifts", #"{"id":"g","gift":"Rose"}"#, by: "ingest", in: .history),
        ChangingCall("POST /v1/rooms/{room}/events/{id}/replay", by: "deck", in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/events/{id}", by: "deck", in: .history),
        ChangingCall(
            "POST /v1/rooms/{room}/calls", #"{"id":"x","user":"Ann"}"#, by: "ingest", in: .history),
        ChangingCall("POST /v1/rooms/{room}/calls/{call}/tap", by: "viewer+", in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/calls/{call}", by: "ingest", in: .history),
        ChangingCall(
            "PUT /v1/rooms/{room}/counters/{name}", #"{"clock":{"seconds":60}}"#, by: "ingest",
            in: .history),
        ChangingCall(
            "POST /v1/rooms/{room}/counters/{name}/clock", #"{"addSeconds":5}"#, by: "deck",
            in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/counters/{name}", by: "ingest", in: .history),
        ChangingCall(
            "PUT /v1/rooms/{room}/goals/{name}", #"{"title":"t","target":9}"#, by: "ingest",
            in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/goals/{name}", by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/rooms/{room}/captions", #"{"text":"hi","slot":"x"}"#, by: "ingest",
            in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/captions/{slot}", by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/rooms/{room}/control", #"{"action":"hold"}"#, by: "deck", in: .history),
        ChangingCall("PATCH /v1/rooms/{room}", #"{"keepDays":7}"#, by: "owner", in: .audit),
        ChangingCall("PUT /v1/rooms/{room}/suspension", "{}", by: "admin", in: .audit),
        ChangingCall("DELETE /v1/rooms/{room}/suspension", by: "admin", in: .audit),
        ChangingCall("POST /v1/rooms/{room}/keys", #"{"role":"deck"}"#, by: "owner", in: .audit),
        ChangingCall("PATCH /v1/rooms/{room}/keys/{id}", #"{"name":"n"}"#, by: "owner", in: .audit),
        ChangingCall("DELETE /v1/rooms/{room}/keys/{id}", by: "owner", in: .audit),
        ChangingCall(
            "PUT /v1/rooms/{room}/sources/{kind}", #"{"event":"gift","fixed":{"gift":"Rose"}}"#,
            by: "owner", in: .audit),
        ChangingCall("POST /v1/hooks/{room}/generic", "{}", by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/hooks/{room}/tiktok",
            #"{"event":"gift","data":{"msgId":"1","userId":"1","giftId":1,"repeatCount":1}}"#,
            by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/hooks/{room}/bilibili",
            #"{"cmd":"SEND_GIFT","data":{"tid":"1","uid":1,"uname":"Ann","giftId":1,"num":1}}"#,
            by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/hooks/{room}/youtube", #"{"id":"1","snippet":{"type":"newSponsorEvent"}}"#,
            by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/hooks/{room}/streamelements",
            #"{"listener":"cheer-latest","event":{"_id":"1","name":"Ann","amount":5}}"#,
            by: "ingest", in: .history),
        ChangingCall(
            "POST /v1/hooks/{room}/streamlabs",
            #"{"type":"donation","message":[{"_id":"1","name":"Ann","amount":"5"}]}"#,
            by: "ingest", in: .history),
        ChangingCall("DELETE /v1/rooms/{room}/sources/{kind}", by: "owner", in: .audit),
        ChangingCall("POST /v1/rooms/{room}/assets", picture, by: "owner", in: .audit),
        ChangingCall("DELETE /v1/rooms/{room}/assets/{name}", by: "owner", in: .audit),
    ]

    /// A GIF of a pixel, all of whose bytes are characters of ASCII.
    private static let picture =
        "GIF89a\u{1}\0\u{1}\0\0\0\0,\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{2}L\u{1}\0;"

    /// Calls that leave no entry: a deleted room takes its entries with it, and a reloaded page
    /// changes nothing.
    private static let unlisted: Set = [
        "DELETE /v1/rooms/{room}", "POST /v1/rooms/{room}/viewers/{id}/reload",
    ]

    /// Calls that a platform signs instead of using a key, and a call that changes nothing.
    private static let unkeyed: Set = [
        "POST /v1/hooks/{room}/twitch", "POST /v1/hooks/{room}/kofi",
        "POST /v1/hooks/{room}/stripe", "POST /v1/hooks/{room}/github",
        "POST /v1/hooks/{room}/kick",
        "POST /v1/rooms/{room}/sources/{kind}/try",
    ]

    /// Calls that need a queued combo, a held delivery, or an entry or a key in the path. Their events name the caller
    /// like all others.
    private static let queued: Set = [
        "POST /v1/rooms/{room}/held/{id}/approve", "POST /v1/rooms/{room}/held/{id}/refuse",
        "GET /v1/hooks/{room}/trigger", "GET /v1/hooks/{room}/trigger/{key}",
        "POST /v1/hooks/{room}/generic/{key}",
        "DELETE /v1/rooms/{room}/queue/{combo}", "POST /v1/rooms/{room}/queue/{combo}/move",
        "DELETE /v1/rooms/{room}/alerts/{event}", "POST /v1/rooms/{room}/alerts/{event}/move",
        "POST /v1/rooms/{room}/events/{id}/speech",
        "PUT /v1/rooms/{room}/blocklist/{entry}", "DELETE /v1/rooms/{room}/blocklist/{entry}",
    ]

    @Test("Every changing call names its caller in the history or in the audit")
    func everyCall() throws {
        let changing = Routes.table.all.filter {
            guard case .handle = $0.action else { return false }
            return $0.method != .get || $0.fires
        }
        #expect(
            Set(changing.map { "\($0.method.rawValue) \($0.path.text)" })
                == Self.unlisted.union(Self.queued).union(Self.unkeyed)
                .union(Self.calls.map(\.call)))

        let keyed = try KeyedServer()
        var id: Text = "g"
        var file = "none"
        for call in Self.calls {
            let parts = call.call.replacing("{room}", with: "main")
                .replacing("assets/{name}", with: "assets/\(file)")
                .replacing("{id}", with: id.string).replacing("{kind}", with: "generic").replacing(
                    #/{[a-z]+}/#, with: "x"
                )
                .split(separator: " ").map(String.init)
            let before = try named(call, keyed)
            let answer = try keyed.ask(parts[0], parts[1], call.body, as: call.caller)
            #expect((200..<300).contains(answer.status), "\(call.call): \(answer.text)")
            if parts[1].hasSuffix("/keys") { id = try #require(answer.json["id"]?.string) }
            if parts[1].hasSuffix("/assets") {
                file = String(try #require(answer.json["url"]?.string).string.dropFirst(8))
            }
            // Deleting a source also revokes its keys: each is an entry.
            let entries = try named(call, keyed)
            #expect(entries.count > before.count && entries.starts(with: before), "\(call.call)")
            #expect(
                entries.dropFirst(before.count).allSatisfy { $0 == keyed.id(call.caller) },
                "\(call.call)")
        }
    }

    /// The callers named in a call's list, in order.
    private func named(_ call: ChangingCall, _ keyed: KeyedServer) throws -> [Text?] {
        let path = "/v1/rooms/main/\(call.place.rawValue)?limit=100"
        let page = try keyed.ask("GET", path, as: "owner").json
        let entries = page[call.place == .audit ? "entries" : "events"]?.elements ?? []
        return entries.map { $0["by"]?.string }
    }
}
