import Stage
import TestSupport
import Testing
import Texts
import Wire

@Suite("Event bodies")
struct EventBodyTests {
    private func gift(_ text: String) throws(ContentError) -> EventBody.Request {
        try EventBody.gift(JSON(text))
    }

    private func item(_ text: String) throws -> Gift {
        guard case .gift(let gift, _) = try gift(text).kind else { throw Unexpected() }
        return gift
    }

    private struct Unexpected: Error {}

    // MARK: Tests

    @Test("Only a test may claim to come from a platform")
    func source() throws {
        let test = try item(#"{"gift":"Rose","test":true,"source":"twitch"}"#)
        #expect(test.origin == Origin(source: "twitch"))
        let call = try EventBody.call(JSON(#"{"user":"Ann","source":"twitch","test":true}"#))
        let ann = Person(name: "Ann")
        #expect(call.kind == .call(ann, mark: .test, origin: Origin(source: "twitch")))
        for refused in [
            #"{"gift":"Rose","source":"twitch"}"#,
            #"{"gift":"Rose","test":false,"source":"twitch"}"#,
        ] {
            #expect {
                try gift(refused)
            } throws: { error in
                (error as? ContentError)?.problems.map(\.pointer) == ["/source"]
            }
        }
        #expect(throws: ContentError.self) {
            try gift(#"{"gift":"Rose","test":true,"with":"x"}"#)
        }
    }

    // MARK: Gifts

    @Test("Names are enough for a gift, and a missing sender is anonymous")
    func plain() throws {
        let full = try item(#"{"sender":"Ann","gift":"Rose","count":3}"#)
        #expect(full.sender == Person(name: "Ann"))
        #expect(full.item == GiftItem(name: "Rose"))
        #expect(full.count == 3)
        let least = try item(#"{"gift":"Rose"}"#)
        #expect(least.sender == Person(name: "anonymous"))
        #expect(least.count == 1)
        #expect(try gift(#"{"gift":"Rose"}"#).id == nil)
        #expect(try gift(#"{"gift":"Rose","id":"x1"}"#).id == "x1")
    }

    @Test("Sender and gift may be objects with an ID and a picture")
    func objects() throws {
        let gift = try item(
            #"""
            {"sender":{"id":"7","name":"Ann","avatar":"https://x.org/a.png"},
             "gift":{"id":"r","name":"Rose","image":"/rose.png","value":25},"count":1000000}
            """#)
        #expect(gift.sender == Person(id: "7", name: "Ann", avatar: "https://x.org/a.png"))
        #expect(gift.item == GiftItem(id: "r", name: "Rose", image: "/rose.png", value: 25))
        #expect(gift.count == 1_000_000)
    }

    @Test("A gift may be marked as a test")
    func marks() throws {
        let rose = Gift(
            sender: Person(name: "anonymous"), item: GiftItem(name: "Rose"), count: 1)
        #expect(try gift(#"{"gift":"Rose","test":true}"#).kind == .gift(rose, mark: .test))
        #expect(try gift(#"{"gift":"Rose","test":false}"#).kind == .gift(rose))
    }

    @Test(
        "Each bad field of a gift is reported with its pointer",
        arguments: [
            (#"{"gift":"Rose","replayOf":"g1"}"#, ["/replayOf"]),
            (#"{"gift":"Rose","test":"yes"}"#, ["/test"]),
            ("[]", [""]), ("\"x\"", [""]), ("null", [""]),
            ("{}", ["/gift"]),
            (#"{"gift":null}"#, ["/gift"]),
            (#"{"gift":7}"#, ["/gift"]),
            (#"{"gift":""}"#, ["/gift"]),
            (#"{"gift":["Rose"]}"#, ["/gift"]),
            (#"{"gift":"a\nb"}"#, ["/gift"]),
            (#"{"gift":"a\u007fb"}"#, ["/gift"]),
            (#"{"gift":"a\u0085b"}"#, ["/gift"]),
            (#"{"gift":{}}"#, ["/gift/name"]),
            (#"{"gift":{"name":1}}"#, ["/gift/name"]),
            (#"{"gift":{"name":"Rose","id":""}}"#, ["/gift/id"]),
            (#"{"gift":{"name":"Rose","id":7}}"#, ["/gift/id"]),
            (#"{"gift":{"name":"Rose","image":"ftp://x/y"}}"#, ["/gift/image"]),
            (#"{"gift":{"name":"Rose","avatar":"/a.png"}}"#, ["/gift/avatar"]),
            (#"{"gift":{"name":"Rose","value":"2"}}"#, ["/gift/value"]),
            (#"{"gift":{"name":"Rose","value":-1}}"#, ["/gift/value"]),
            (#"{"gift":{"name":"Rose","value":2.5}}"#, ["/gift/value"]),
            (#"{"gift":"Rose","sender":{"id":"1"}}"#, ["/sender/name"]),
            (#"{"gift":"Rose","sender":{"name":"A","avatar":""}}"#, ["/sender/avatar"]),
            (#"{"gift":"Rose","sender":{"name":"A","image":"/a.png"}}"#, ["/sender/image"]),
            (#"{"gift":"Rose","sender":null}"#, ["/sender"]),
            (#"{"gift":"Rose","count":0}"#, ["/count"]),
            (#"{"gift":"Rose","count":-1}"#, ["/count"]),
            (#"{"gift":"Rose","count":1000001}"#, ["/count"]),
            (#"{"gift":"Rose","count":1.5}"#, ["/count"]),
            (#"{"gift":"Rose","count":"3"}"#, ["/count"]),
            (#"{"gift":"Rose","count":null}"#, ["/count"]),
            (#"{"gift":"Rose","count":1e300}"#, ["/count"]),
            (#"{"gift":"Rose","id":5}"#, ["/id"]),
            (#"{"gift":"Rose","id":""}"#, ["/id"]),
            (#"{"gift":"Rose","colour":"red"}"#, ["/colour"]),
            (#"{"gift":"Rose","a/b~c":1}"#, ["/a~1b~0c"]),
            (#"{"gift":"Rose","Count":2}"#, ["/Count"]),
            (
                #"{"id":1,"sender":{"x":1},"count":0,"y":2}"#,
                ["/count", "/gift", "/id", "/sender/name", "/sender/x", "/y"]
            ),
        ])
    func badGifts(text: String, expected: [String]) {
        let found = pointers { () throws(ContentError) in _ = try EventBody.gift(JSON(text)) }
        #expect(found?.sorted() == expected)
    }

    // MARK: Strings

    private func isAccepted(_ key: Text, _ text: String) -> Bool {
        let person: [JSON.Member] =
            key == "name"
            ? [.init("name", .string(Text(text)))]
            : [.init("name", .string("Ann")), .init(key, .string(Text(text)))]
        let body = JSON.object([.init("user", .object(person))])
        return pointers { () throws(ContentError) in _ = try EventBody.call(body) } == nil
    }

    @Test(
        "Names and IDs have at most 200 grapheme clusters and 800 bytes",
        arguments: ["name", "id"])
    func lengths(key: Text) {
        #expect(isAccepted(key, String(repeating: "x", count: 200)))
        #expect(!isAccepted(key, String(repeating: "x", count: 201)))
        // This is one character of four bytes.
        #expect(isAccepted(key, String(repeating: "\u{1F468}", count: 200)))
        #expect(!isAccepted(key, String(repeating: "\u{1F468}", count: 201)))
        // This family is one character of 25 bytes.
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
        #expect(isAccepted(key, String(repeating: family, count: 32)))
        #expect(!isAccepted(key, String(repeating: family, count: 33)))
        // This is a single character of 20,001 bytes.
        #expect(!isAccepted(key, "e" + String(repeating: "\u{301}", count: 10_000)))
    }

    @Test("URLs have at most 2,048 bytes")
    func urlLength() {
        #expect(isAccepted("avatar", "https://" + String(repeating: "x", count: 2040)))
        #expect(!isAccepted("avatar", "https://" + String(repeating: "x", count: 2041)))
        #expect(isAccepted("avatar", "https://" + String(repeating: "é", count: 1020)))
        #expect(!isAccepted("avatar", "https://" + String(repeating: "é", count: 1021)))
    }

    @Test(
        "Pictures are https:, http: or data:image/ URLs, or paths on this server",
        arguments: [
            ("https://x.org/a.png", true), ("http://x.org/a.png", true), ("HTTPS://X.org/a", true),
            ("data:image/png;base64,AAAA", true), ("/pictures/a.png", true),
            ("data:text/html,hi", false), ("javascript:alert(1)", false), ("//evil.org/a", false),
            ("/\\evil.org", false), ("ftp://x.org/a", false), ("a.png", false),
            ("file:///a", false),
            ("https:a", false), ("", false), ("https://x.org/\u{1}", false),
        ])
    func urls(text: String, isGood: Bool) {
        #expect(isAccepted("avatar", text) == isGood)
    }

    // MARK: Others

    @Test("The user of a call is a name or an object")
    func calls() throws {
        let plain = try EventBody.call(JSON(#"{"user":"Ann"}"#))
        #expect(plain.id == nil)
        #expect(plain.kind == .call(Person(name: "Ann")))
        let full = try EventBody.call(
            JSON(#"{"id":"c","user":{"id":"7","name":"Ann","avatar":"/a.png"}}"#))
        #expect(full.id == "c")
        #expect(full.kind == .call(Person(id: "7", name: "Ann", avatar: "/a.png")))
    }

    @Test(
        "Each bad field of a call is reported with its pointer",
        arguments: [
            ("{}", ["/user"]), (#"{"user":1}"#, ["/user"]), (#"{"user":{}}"#, ["/user/name"]),
            (#"{"user":"Ann","count":1}"#, ["/count"]),
            (#"{"user":{"name":"Ann","value":1}}"#, ["/user/value"]),
        ])
    func badCalls(text: String, expected: [String]) {
        let found = pointers { () throws(ContentError) in _ = try EventBody.call(JSON(text)) }
        #expect(found == expected)
    }

    @Test(
        "Each bad field of a goal is reported with its pointer, and no good field is",
        arguments: [
            ("{}", ["/title", "/target"]),
            (
                #"{"title":"A\u0003","target":1,"measure":"count","gift":"Rose","start":1}"#,
                ["/title"]
            ),
            (#"{"title":"A","target":0,"measure":"value"}"#, ["/target"]),
            (
                #"{"target":1,"measure":"x","start":-1,"y":1}"#,
                ["/title", "/measure", "/start", "/y"]
            ),
        ])
    func badGoals(text: String, expected: [String]) {
        let found = pointers { () throws(ContentError) in _ = try EventBody.goal("a", JSON(text)) }
        #expect(found.map(Set.init) == Set(expected))
    }

    @Test("Each control action is read", arguments: ["hold", "resume", "skip", "clear"])
    func controls(action: String) throws {
        let request = try EventBody.control(JSON("{\"action\":\"\(action)\"}"))
        #expect(request.kind == .control(try #require(Event.Control(rawValue: action))))
    }

    @Test(
        "Each bad field of a control is reported with its pointer",
        arguments: [
            ("{}", ["/action"]), (#"{"action":"stop"}"#, ["/action"]),
            (#"{"action":1}"#, ["/action"]), (#"{"action":"hold","x":1}"#, ["/x"]),
        ])
    func badControls(text: String, expected: [String]) {
        let found = pointers { () throws(ContentError) in _ = try EventBody.control(JSON(text)) }
        #expect(found == expected)
    }

    @Test("An ID outside the body has the same bounds", arguments: [("a", true), ("", false)])
    func ids(text: String, isGood: Bool) {
        let found = pointers { () throws(ContentError) in _ = try EventBody.id(Text(text)) }
        #expect((found == nil) == isGood)
    }

    @Test(
        "A caption may have line breaks, but no other control characters; a slot has none",
        arguments: [
            (#"{"text":"a\nb"}"#, true), (#"{"text":"a\r\nb\n"}"#, true),
            (#"{"text":"a\rb"}"#, false), (#"{"text":"a\r"}"#, false),
            (#"{"text":"a\r\r\n"}"#, false), (#"{"text":"a\tb"}"#, false),
            (#"{"text":"a\u0085b"}"#, false),
            (#"{"text":"a","slot":"a\nb"}"#, false),
        ])
    func lineBreaks(text: String, isGood: Bool) throws {
        let json = JSON(text)
        if isGood {
            _ = try EventBody.caption(json)
        } else {
            #expect(throws: ContentError.self) { try EventBody.caption(json) }
        }
    }
}
