import Testing
import Texts
import Transport
import Wire

@testable import Server

@Suite("Who did what")
struct AuditTests {
    /// A call that changes something, who makes it, and where they are named.
    private struct Deed {
        enum Place: String {
            case history = "events"
            case audit
        }

        let call: String
        let body: String?
        let doer: String
        let place: Place

        init(_ call: String, _ body: String? = nil, by doer: String, in place: Place) {
            (self.call, self.body, self.doer, self.place) = (call, body, doer, place)
        }
    }

    /// In an order in which each is possible.
    private static let deeds = [
        Deed("PUT /v1/rooms/{room}", by: "admin", in: .history),
        Deed("PUT /v1/rooms/{room}/config", #"{"gifts":{"x":4}}"#, by: "owner", in: .history),
        Deed("PATCH /v1/rooms/{room}/config", #"{"gifts":{"x":5}}"#, by: "owner", in: .history),
        Deed(
            "PUT /v1/rooms/{room}/catalogue/{key}", #"{"value":5}"#, by: "owner", in: .history),
        Deed("DELETE /v1/rooms/{room}/catalogue/{key}", by: "owner", in: .history),
        Deed(
            "POST /v1/rooms/{room}/gifts", #"{"id":"g","gift":"Rose"}"#, by: "ingest", in: .history),
        Deed("POST /v1/rooms/{room}/events/{id}/replay", by: "deck", in: .history),
        Deed("DELETE /v1/rooms/{room}/events/{id}", by: "deck", in: .history),
        Deed(
            "POST /v1/rooms/{room}/calls", #"{"id":"x","user":"Ann"}"#, by: "ingest", in: .history),
        Deed("POST /v1/rooms/{room}/calls/{call}/tap", by: "viewer+", in: .history),
        Deed("DELETE /v1/rooms/{room}/calls/{call}", by: "ingest", in: .history),
        Deed("PUT /v1/rooms/{room}/counters/{name}", #"{"to":1}"#, by: "ingest", in: .history),
        Deed("DELETE /v1/rooms/{room}/counters/{name}", by: "ingest", in: .history),
        Deed(
            "PUT /v1/rooms/{room}/goals/{name}", #"{"title":"t","target":9}"#, by: "ingest",
            in: .history),
        Deed("DELETE /v1/rooms/{room}/goals/{name}", by: "ingest", in: .history),
        Deed(
            "POST /v1/rooms/{room}/captions", #"{"text":"hi","slot":"x"}"#, by: "ingest",
            in: .history),
        Deed("DELETE /v1/rooms/{room}/captions/{slot}", by: "ingest", in: .history),
        Deed("POST /v1/rooms/{room}/control", #"{"action":"hold"}"#, by: "deck", in: .history),
        Deed("PATCH /v1/rooms/{room}", #"{"keepDays":7}"#, by: "owner", in: .audit),
        Deed("PUT /v1/rooms/{room}/suspension", "{}", by: "admin", in: .audit),
        Deed("DELETE /v1/rooms/{room}/suspension", by: "admin", in: .audit),
        Deed("POST /v1/rooms/{room}/keys", #"{"role":"deck"}"#, by: "owner", in: .audit),
        Deed("PATCH /v1/rooms/{room}/keys/{id}", #"{"name":"n"}"#, by: "owner", in: .audit),
        Deed("DELETE /v1/rooms/{room}/keys/{id}", by: "owner", in: .audit),
        Deed(
            "PUT /v1/rooms/{room}/sources/{kind}", #"{"event":"gift","fixed":{"gift":"Rose"}}"#,
            by: "owner", in: .audit),
        Deed("POST /v1/hooks/{room}/generic", "{}", by: "ingest", in: .history),
        Deed(
            "POST /v1/hooks/{room}/tiktok",
            #"{"event":"gift","data":{"msgId":"1","userId":"1","giftId":1,"repeatCount":1}}"#,
            by: "ingest", in: .history),
        Deed(
            "POST /v1/hooks/{room}/bilibili",
            #"{"cmd":"SEND_GIFT","data":{"tid":"1","uid":1,"uname":"Ann","giftId":1,"num":1}}"#,
            by: "ingest", in: .history),
        Deed(
            "POST /v1/hooks/{room}/youtube", #"{"id":"1","snippet":{"type":"newSponsorEvent"}}"#,
            by: "ingest", in: .history),
        Deed(
            "POST /v1/hooks/{room}/streamelements",
            #"{"listener":"cheer-latest","event":{"_id":"1","name":"Ann","amount":5}}"#,
            by: "ingest", in: .history),
        Deed(
            "POST /v1/hooks/{room}/streamlabs",
            #"{"type":"donation","message":[{"_id":"1","name":"Ann","amount":"5"}]}"#,
            by: "ingest", in: .history),
        Deed("DELETE /v1/rooms/{room}/sources/{kind}", by: "owner", in: .audit),
        Deed("POST /v1/rooms/{room}/assets", picture, by: "owner", in: .audit),
        Deed("DELETE /v1/rooms/{room}/assets/{name}", by: "owner", in: .audit),
    ]

    private static let picture =
        #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>"#

    /// What leaves nothing to tell: a room that is deleted goes with all that is known of it, and a page that
    /// loads itself anew shows the same.
    private static let untold: Set = [
        "DELETE /v1/rooms/{room}", "POST /v1/rooms/{room}/viewers/{id}/reload",
    ]

    /// What a platform signs, which has no key of ours; and what changes nothing.
    private static let elsewhere: Set = [
        "POST /v1/hooks/{room}/twitch", "POST /v1/hooks/{room}/kofi",
        "POST /v1/hooks/{room}/stripe", "POST /v1/hooks/{room}/github",
        "POST /v1/rooms/{room}/sources/{kind}/try",
    ]

    /// What needs a combo that waits, something held, or a key in the path: their events are as any other's.
    private static let queued: Set = [
        "POST /v1/rooms/{room}/held/{id}/approve", "POST /v1/rooms/{room}/held/{id}/refuse",
        "GET /v1/hooks/{room}/trigger", "GET /v1/hooks/{room}/trigger/{key}",
        "DELETE /v1/rooms/{room}/queue/{combo}", "POST /v1/rooms/{room}/queue/{combo}/move",
    ]

    @Test("Every call that changes something names its caller, in the history or in the audit")
    func everyCall() throws {
        let changing = Route.all.filter {
            guard case .answer = $0.action else { return false }
            return $0.method != .get || $0.fires
        }
        #expect(
            Set(changing.map { "\($0.method.rawValue) \($0.path.text)" })
                == Self.untold.union(Self.queued).union(Self.elsewhere)
                .union(Self.deeds.map(\.call)))

        let keyed = try KeyedServer()
        var id: Text = "g"
        var file = "none"
        for deed in Self.deeds {
            let parts = deed.call.replacing("{room}", with: "main")
                .replacing("assets/{name}", with: "assets/\(file)")
                .replacing("{id}", with: id.string).replacing("{kind}", with: "generic").replacing(
                    #/{[a-z]+}/#, with: "x"
                )
                .split(separator: " ").map(String.init)
            let before = try named(deed, keyed)
            let answer = try keyed.ask(parts[0], parts[1], deed.body, as: deed.doer)
            #expect((200..<300).contains(answer.status), "\(deed.call): \(answer.text)")
            if parts[1].hasSuffix("/keys") { id = try #require(answer.json["id"]?.string) }
            if parts[1].hasSuffix("/assets") {
                file = String(try #require(answer.json["url"]?.string).string.dropFirst(8))
            }
            #expect(
                try named(deed, keyed) == before + [keyed.id(deed.doer)], "\(deed.call)")
        }
    }

    /// Who is named where a deed is told, in its order.
    private func named(_ deed: Deed, _ keyed: KeyedServer) throws -> [Text?] {
        let path = "/v1/rooms/main/\(deed.place.rawValue)?limit=100"
        let page = try keyed.ask("GET", path, as: "owner").json
        let entries = page[deed.place == .audit ? "entries" : "events"]?.elements ?? []
        return entries.map { $0["by"]?.string }
    }
}
