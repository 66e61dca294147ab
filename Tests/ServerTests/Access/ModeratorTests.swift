import Foundation
import TestSupport
import Testing
import Texts
import Wire

@testable import Server

@Suite("Moderators")
struct ModeratorTests {
    private let control = "/v1/rooms/main/control"

    @Test("A moderator hides the message of a running alert, and a deck does not")
    func hiding() throws {
        let keyed = try KeyedServer()
        let rule = #"{"title":"{sender}"}"#
        #expect(
            try keyed.ask("PUT", "/v1/rooms/main/alerts/rules/all", rule, as: "owner").status == 200
        )
        let raid = #"{"id":"n","kind":"raid","sender":"Ann","message":"Hello"}"#
        #expect(try keyed.ask("POST", "/v1/rooms/main/notices", raid, as: "ingest").status == 202)
        func message() throws -> JSON? {
            let state = try keyed.ask("GET", "/v1/rooms/main/state", as: "moderator").json
            return state["alert"]?.elements.first?["message"]
        }
        #expect(try message() == .string("Hello"))
        for body in [#"{"action":"hideMessage"}"#, #"{"action":"hideMessage","of":"n"}"#] {
            #expect(try keyed.ask("POST", control, body, as: "deck").status == 403)
        }
        let hide = #"{"action":"hideMessage"}"#
        #expect(try keyed.ask("POST", control, hide, as: "moderator").status == 202)
        #expect(try message() == nil)
        let events = try keyed.ask("GET", "/v1/rooms/main/events", as: "owner").json["events"]
        #expect(events?.elements.last?["by"] == .string(keyed.id("moderator")))
    }

    @Test("A moderator's key ends after 12 hours, unless its maker chose days")
    func expiry() throws {
        let keyed = try KeyedServer()
        func hours(_ body: String) throws -> Double {
            let made = try keyed.ask("POST", "/v1/rooms/main/keys", body, as: "owner").json
            func time(_ key: Text) throws -> Date {
                let text = try #require(made[key]?.string)
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                return try style.parse(text.string)
            }
            return try time("expiresAt").timeIntervalSince(time("createdAt")) / 3600
        }
        #expect(try hours(#"{"role":"moderator"}"#) == 12)
        #expect(try hours(#"{"role":"moderator","expiresDays":3}"#) == 72)
    }
}
