import TestSupport
import Testing
import Texts
import Wire

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Parts of a studio's feed by role")
struct FeedPartTests {
    private let keyed: KeyedServer
    private let owner: Studio
    private let deck: Studio

    /// A studio's stream, with the messages that it received.
    private final class Studio {
        let client: Client
        private(set) var messages: [JSON] = []

        init(_ keyed: KeyedServer, as role: String) throws {
            client = try Client(keyed.server)
            let answer = try client.upgrade(
                "/v1/rooms/main/stream?role=studio", keyed.field(role))
            try #require(answer.status == 101)
        }

        /// Reads messages until one is as wanted, and returns it.
        @discardableResult
        func read(until isWanted: (JSON) -> Bool) throws -> JSON {
            while true {
                let message = try client.message()
                messages.append(message)
                if isWanted(message) { return message }
            }
        }

        func of(_ type: Text) -> [JSON] { messages.filter { $0["type"] == .string(type) } }
    }

    init() throws {
        keyed = try KeyedServer()
        owner = try Studio(keyed, as: "owner")
        deck = try Studio(keyed, as: "deck")
        for feed in [owner, deck] { try feed.read { $0["full"] == .bool(true) } }
    }

    private func ask(_ method: String, _ path: String, _ body: String, as role: String) throws {
        let answer = try keyed.ask(method, path, body, as: role)
        try #require((200...202).contains(answer.status), "\(answer.text)")
    }

    @Test("A deck's hello has its role, and no part of the configuration")
    func hello() throws {
        let told = try #require(deck.messages.first)
        #expect(
            Set(told.members.map(\.key))
                == ["type", "protocol", "room", "fps", "time", "build", "may", "fields"])
        #expect(told["may"] == .string("deck"))
        let whole = try #require(owner.messages.first)
        #expect(
            Set(whole.members.map(\.key)).subtracting(told.members.map(\.key)) == [
                "stage", "look", "reports",
            ])
    }

    @Test("A deck's overview has the parts of its state, but neither viewers nor sources")
    func fullOverview() throws {
        let told = try #require(deck.of("overview").first)
        let whole = try #require(owner.of("overview").first)
        #expect(
            Set(whole.members.map(\.key)).subtracting(told.members.map(\.key))
                == ["viewers", "viewersLength"])
        for key in ["held", "running", "queue", "channels", "goals", "calls"] as [Text] {
            #expect(told[key] != nil && told[key] == whole[key], "\(key)")
        }
    }

    @Test("Only an owner's studio is notified of changed viewers and sources")
    func patches() throws {
        let (viewer, _) = try keyed.stream(as: "viewer")
        viewer.say(#"{"type":"visibility","visible":true}"#)
        try owner.read { $0["viewers"] != nil && $0["viewersLength"] != nil }
        try ask(
            "POST", "/v1/hooks/main/streamlabs",
            #"{"type":"donation","message":[{"_id":"t","name":"Ann","amount":"5","currency":"XAF"}]}"#,
            as: "ingest")
        try owner.read { $0["sources"]?["otherCurrency"] == .string("XAF") }
        // The stream tells earlier changes before the hold.
        try ask("POST", "/v1/rooms/main/control", #"{"action":"hold"}"#, as: "deck")
        try deck.read { $0["held"] == .bool(true) }
        for message in deck.of("overview") {
            for key in ["viewers", "viewersLength", "sources"] as [Text] {
                #expect(message[key] == nil, "\(key)")
            }
            #expect(message.members.count > 2, "a change of nothing was told")
        }
        // The same holds for the first overview of later studios.
        let late = try Studio(keyed, as: "deck").read { $0["full"] == .bool(true) }
        #expect(late["sources"] == nil && late["viewers"] == nil && late["viewersLength"] == nil)
        let whole = try Studio(keyed, as: "owner").read { $0["full"] == .bool(true) }
        #expect(whole["sources"] != nil && whole["viewers"]?.members.isEmpty == false)
    }

    @Test("A deck's studio receives events without their keys, and no configuration changes")
    func events() throws {
        try ask("POST", "/v1/rooms/main/gifts", #"{"id":"g","gift":"Rose"}"#, as: "ingest")
        try ask("PATCH", "/v1/rooms/main/config", #"{"gifts":{"linger":9}}"#, as: "owner")
        try ask("PUT", "/v1/rooms/main/blocklist/word:spam", "", as: "owner")
        try ask("POST", "/v1/rooms/main/control", #"{"action":"hold"}"#, as: "owner")
        let isHold = { (message: JSON) in message["event"]?["action"] == .string("hold") }
        try owner.read(until: isHold)
        try deck.read(until: isHold)
        let types = { (feed: Studio) in feed.of("event").map { $0["event"]?["type"]?.string } }
        #expect(types(owner) == ["gift", "config", "block", "control"])
        #expect(types(deck) == ["gift", "control"])
        #expect(deck.of("event").first?["event"]?["id"] == .string("g"))
        let authors = { (feed: Studio) in feed.of("event").map { $0["event"]?["by"] } }
        #expect(
            authors(owner)
                == [keyed.id("ingest"), keyed.id("owner"), keyed.id("owner"), keyed.id("owner")].map
            { .string($0) })
        #expect(authors(deck) == [nil, nil])
    }

    @Test("A deck's studio learns when a gift is shown, but not that a viewer saw it")
    func outcomes() throws {
        let (viewer, _) = try keyed.stream(as: "viewer")
        viewer.say(#"{"type":"visibility","visible":true}"#)
        try owner.read { $0["viewers"]?.members.first?.value["visible"] == .bool(true) }
        try ask("POST", "/v1/rooms/main/gifts", #"{"id":"g","gift":"Rose"}"#, as: "ingest")
        try owner.read { $0["status"] == .string("sent") && $0["id"] == .string("g") }
        try ask("POST", "/v1/rooms/main/control", #"{"action":"hold"}"#, as: "deck")
        try deck.read { $0["event"]?["action"] == .string("hold") }
        #expect(deck.of("outcome").compactMap { $0["status"]?.string } == ["shown"])
    }

    @Test("Each part of the feed is visible to exactly the roles that may request it")
    func parts() {
        let visibleParts: [(Role, Set<FeedPart>)] = [
            (.deck, []), (.moderator, [.blocklist]), (.ingest, []),
            (.owner, Set(FeedPart.allCases)),
            (.admin, Set(FeedPart.allCases)),
        ]
        for (role, visible) in visibleParts {
            var caller = Caller(role: role)
            caller.room = role == .admin ? nil : "main"
            #expect(FeedPart.visible(to: caller, in: "main") == visible, "\(role)")
        }
        var stranger = Caller(role: .owner)
        stranger.room = "other"
        #expect(FeedPart.visible(to: stranger, in: "main").isEmpty)
    }
}
