import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@Suite("Configuration documents")
struct ConfigurationDocumentTests {
    // The blocks of the specification, verbatim.
    static let specified: [(section: Text, text: String)] = [
        ("stage", #"{"width": 960, "height": 540, "waitForViewer": "first", "imageHosts": null}"#),
        (
            "gifts",
            #"""
            {"enabled": true, "x": 24, "y": 320, "channels": 2, "width": 200, "height": 40,
             "gap": 10, "entrance": 0.25, "popScale": 3.0, "dipScale": 0.7, "pop": 0.25,
             "settle": 0.25, "settleDamping": 0.7, "settleVelocity": 10, "linger": 3.0,
             "hurry": 4, "exit": 0.25, "exitShift": 240, "turn": 30, "queueLimit": 1000,
             "catchUpFrom": 10, "catchUpDivisor": 5}
            """#
        ),
        (
            "calls",
            #"""
            {"enabled": true, "x": null, "y": 0, "top": 17, "width": 170, "height": 48, "pitch": 58,
             "max": 3, "entrance": 0.2, "vanish": 5.0, "move": 0.5, "repetition": false,
             "repetitionKey": "userId", "tapVanish": false}
            """#
        ),
        (
            "look",
            #"{"theme": "aurora", "motion": "full", "font": null, "#
                + #""words": {"sent": "sent", "give": "Give", "calling": "is calling"}, "css": {}}"#
        ),
    ]

    @Test("The defaults are those of the specification", arguments: specified)
    func defaults(section: Text, text: String) throws {
        let written = ConfigurationDocument.write(Configuration())
        #expect(written[section] == JSON(text))
        #expect(try ConfigurationDocument.read(JSON("{}")) == Configuration())
        let document = JSON.object([.init(section, JSON(text))])
        #expect(try ConfigurationDocument.read(document) == Configuration())
    }

    @Test("Every key of a written document is read again")
    func roundTrip() throws {
        let patch = #"""
            {"stage":{"width":1280,"height":720.5,"waitForViewer":"always",
              "imageHosts":["x.org","*.y.org"]},
             "gifts":{"enabled":false,"x":-10.5,"y":1,"channels":8,"width":1,"height":2,"gap":3,
              "entrance":0.000001,"popScale":2,"dipScale":0.5,"pop":1,"settle":2,
              "settleDamping":1,"settleVelocity":-3,"linger":60,"hurry":0,"exit":0,
              "exitShift":-240,"turn":0,"queueLimit":0,"catchUpFrom":0,"catchUpDivisor":1},
             "calls":{"enabled":false,"x":3.5,"y":4,"top":5,"width":6,"height":7,"pitch":8,"max":1,
              "entrance":9,"vanish":10,"move":11,"repetition":true,"repetitionKey":"name",
              "tapVanish":true}}
            """#
        let configuration = try ConfigurationDocument.read(JSON(patch))
        let written = ConfigurationDocument.write(configuration)
        for section: Text in ["stage", "gifts", "calls"] {
            #expect(written[section] == JSON(patch)[section])
        }
        #expect(try ConfigurationDocument.read(written) == configuration)
        #expect(configuration.gifts.entrance == Duration(microseconds: 1))
        #expect(configuration.calls.repetitionKey == .name)
    }

    @Test("Image hosts are a list of names, or null")
    func hosts() throws {
        func hosts(_ text: String) throws -> [Text]? {
            try ConfigurationDocument.read(JSON(#"{"stage":{"imageHosts":\#(text)}}"#))
                .stage.imageHosts
        }
        #expect(try hosts("null") == nil)
        #expect(try hosts("[]") == [])
        #expect(try hosts(#"["x.org","*.y.org"]"#) == ["x.org", "*.y.org"])
        let many = "[" + Array(repeating: #""x.org""#, count: 101).joined(separator: ",") + "]"
        for text in [#""x.org""#, "[1]", #"["https://x.org"]"#, #"["X.org"]"#, "{}", many] {
            #expect(throws: ContentError.self, performing: { try hosts(text) })
        }
        let current = try ConfigurationDocument.read(JSON(#"{"stage":{"imageHosts":["x.org"]}}"#))
        let patch = JSON(#"{"stage":{"imageHosts":null}}"#)
        #expect(try ConfigurationDocument.patch(current, with: patch).stage.imageHosts == nil)
    }

    @Test("Words on stage change one by one, may be empty, and are refused separately")
    func words() throws {
        var configuration = try ConfigurationDocument.patch(
            Configuration(), with: JSON(#"{"look":{"words":{"sent":"送出","give":""}}}"#))
        #expect(configuration.look.words.sent == "送出")
        #expect(configuration.look.words.give == "")
        #expect(configuration.look.words.calling == "is calling")
        configuration = try ConfigurationDocument.patch(
            configuration, with: JSON(#"{"look":{"words":{"sent":null}}}"#))
        #expect(configuration.look.words.sent == "sent")
        #expect(configuration.look.words.give == "")
        let long = String(repeating: "é", count: 51)
        let found = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(
                JSON(
                    #"{"look":{"words":{"sent":"\#(long)","give":1,"calling":"a\nb","sold":""}}}"#))
        }
        #expect(
            found == [
                "/look/words/sent", "/look/words/give", "/look/words/calling", "/look/words/sold",
            ])
        let none = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(JSON(#"{"look":{"words":null}}"#))
        }
        #expect(none == ["/look/words"])
    }

    @Test("`waitForViewer` is a word, or a Boolean as in version 0.1")
    func waits() throws {
        func wait(_ text: String) throws -> ViewerWait {
            try ConfigurationDocument.read(JSON(#"{"stage":{"waitForViewer":\#(text)}}"#))
                .stage.waitForViewer
        }
        #expect(try wait("true") == .always)
        #expect(try wait("false") == .never)
        #expect(try wait(#""always""#) == .always)
        #expect(try wait(#""never""#) == .never)
        #expect(try wait(#""first""#) == .first)
        for text in ["null", "0", #""true""#, "{}"] {
            #expect(throws: ContentError.self, performing: { try wait(text) })
        }
    }

    @Test("A patch changes the keys that it names, and null restores a default")
    func patch() throws {
        var configuration = try ConfigurationDocument.patch(
            Configuration(), with: JSON(#"{"gifts":{"x":7,"y":8},"calls":{"max":1}}"#))
        #expect(configuration.gifts.x == 7 && configuration.gifts.y == 8)
        #expect(configuration.gifts.width == 200)
        #expect(configuration.calls.max == 1)
        configuration = try ConfigurationDocument.patch(
            configuration, with: JSON(#"{"gifts":{"x":null},"calls":null}"#))
        #expect(configuration.gifts.x == 24 && configuration.gifts.y == 8)
        #expect(configuration.calls == CallsConfiguration())
        let before = configuration
        #expect(try ConfigurationDocument.patch(configuration, with: JSON("{}")) == before)
        #expect(
            throws: ContentError.self,
            performing: {
                try ConfigurationDocument.patch(configuration, with: JSON(#"{"gifts":{"z":1}}"#))
            })
    }

    @Test("Durations are rounded to a microsecond when they are read")
    func durations() throws {
        let read = try ConfigurationDocument.read(
            JSON(#"{"gifts":{"linger":1.0000005,"exit":0.1234564}}"#))
        #expect(read.gifts.linger == Duration(microseconds: 1_000_001))
        #expect(read.gifts.exit == Duration(microseconds: 123_456))
    }

    static let bounds: [(section: Text, key: Text, good: [Double], bad: [Double])] = [
        ("stage", "width", [1, 4096], [0, -1, 4096.01]),
        ("stage", "height", [1, 4096], [0, -1, 4097]),
        ("gifts", "channels", [1, 8], [0, 9, 1.5]),
        ("gifts", "width", [0, 4096], [-1, 4097]),
        ("gifts", "height", [0, 4096], [-1, 4097]),
        ("gifts", "gap", [0, 4096], [-1, 4097]),
        ("gifts", "x", [-4096, 4096], [-4097, 4097]),
        ("gifts", "exitShift", [-4096, 4096], [-4097, 4097]),
        ("gifts", "entrance", [0, 60], [-0.001, 60.001]),
        ("gifts", "pop", [0, 60], [-1, 61]),
        ("gifts", "settle", [0, 60], [-1, 61]),
        ("gifts", "linger", [0, 60], [-1, 61]),
        ("gifts", "exit", [0, 60], [-1, 61]),
        ("gifts", "turn", [0, 60], [-1, 61]),
        ("gifts", "settleDamping", [0.001, 1], [0, -0.5, 1.001]),
        ("gifts", "hurry", [0, 0.5], [-1]),
        ("gifts", "queueLimit", [0, 1000], [-1, 0.5]),
        ("gifts", "catchUpFrom", [0, 10], [-1, 2.5]),
        ("gifts", "catchUpDivisor", [1, 5], [0, -1, 2.5]),
        ("calls", "max", [1, 3], [0, -1, 1.5]),
        ("calls", "width", [0, 4096], [-1, 4097]),
        ("calls", "pitch", [0, 4096], [-1, 4097]),
        ("calls", "entrance", [0, 60], [-1, 61]),
        ("calls", "vanish", [0, 60], [-1, 61]),
        ("calls", "move", [0, 60], [-1, 61]),
    ]

    @Test("The x of calls is a number in its range, or null")
    func cardsEdge() throws {
        for good in ["-4096", "0.5", "4096", "null"] {
            _ = try ConfigurationDocument.read(JSON(#"{"calls":{"x":\#(good)}}"#))
        }
        for bad in ["-4097", "4097", "true", #""5""#] {
            let found = pointers { () throws(ContentError) in
                _ = try ConfigurationDocument.read(JSON(#"{"calls":{"x":\#(bad)}}"#))
            }
            #expect(found == ["/calls/x"])
        }
    }

    @Test("Every number is checked against its range", arguments: bounds)
    func ranges(section: Text, key: Text, good: [Double], bad: [Double]) {
        func found(_ value: JSON) -> [String]? {
            let document = JSON.object([.init(section, .object([.init(key, value)]))])
            return pointers { () throws(ContentError) in
                _ = try ConfigurationDocument.read(document)
            }
        }
        for value in good { #expect(found(.number(value)) == nil, "\(value)") }
        for value in bad { #expect(found(.number(value)) == ["/\(section)/\(key)"], "\(value)") }
        for value in [JSON.string("1"), .bool(true), .null, .array([])] {
            #expect(found(value) == ["/\(section)/\(key)"], "\(value)")
        }
    }

    // Each pop is a step of a count of up to 1,000,000. Shorter pops would cause a flood of steps.
    @Test(
        "A pop and its settling take no time at all, or at least a millisecond",
        arguments: [
            (0, 0, true), (0.001, 0, true), (0, 0.001, true), (0.0005, 0.0005, true),
            (0.000_999, 0, false), (0, 0.000_999, false), (0.0005, 0.000_499, false),
            (0.000_001, 0, false), (0.000_000_4, 0, true),
        ])
    func haste(pop: Double, settle: Double, isGood: Bool) {
        let document = JSON.object([
            .init("gifts", .object([.init("pop", .number(pop)), .init("settle", .number(settle))]))
        ])
        let found = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(document)
        }
        #expect(found == (isGood ? nil : ["/gifts/pop"]))
    }

    // Section 4 of the specification requires pan ≤ entrance and pop + settle ≤ tick.
    @Test(
        "Each step of the ticker must end before the next one begins",
        arguments: [
            (#"{"pan":0.5}"#, true), (#"{"pan":0.500001}"#, false),
            (#"{"entrance":0.3}"#, true), (#"{"entrance":0.299999}"#, false),
            (#"{"tick":0.5}"#, true), (#"{"tick":0.499999}"#, false),
            (#"{"pop":0.45}"#, true), (#"{"settle":0.450001}"#, false),
        ])
    func tickerHaste(text: String, isGood: Bool) {
        let document = JSON.object([.init("ticker", JSON(text))])
        let found = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(document)
        }
        #expect((found == nil) == isGood)
        #expect(found?.allSatisfy { $0.hasPrefix("/ticker/") } ?? true)
    }

    @Test("A bad configuration is refused with a pointer for every bad field")
    func allPointers() {
        let text = #"""
            {"stage":{"width":0,"depth":1},"gifts":{"x":1,"channels":99,"enabled":"yes"},
             "calls":[],"lights":{}}
            """#
        let found = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(JSON(text))
        }
        #expect(
            found?.sorted() == [
                "/calls", "/gifts/channels", "/gifts/enabled", "/lights", "/stage/depth",
                "/stage/width",
            ])
    }

    @Test("Of many bad fields, 100 are listed and the others counted")
    func manyPointers() {
        let keys = (0..<500).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let sections = ["stage", "gifts", "calls"].map { #""\#($0)":{\#(keys)}"# }
        let text = "{\(sections.joined(separator: ","))}"
        let error = #expect(throws: ContentError.self) {
            try ConfigurationDocument.read(JSON(text))
        }
        #expect(error?.problems.map(\.pointer) == (0..<100).map { "/stage/k\($0)" })
        #expect(error?.unlistedCount == 1400)
        let end = "/stage/k99: is not a known key; and 1400 more"
        #expect(error?.description.hasSuffix(end) == true)
    }

    @Test("A document that is not an object is refused", arguments: ["[]", "null", "1", "\"x\""])
    func noObject(text: String) {
        let found = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(JSON(text))
        }
        #expect(found == [""])
    }

    @Test(
        "A choice accepts only its words",
        arguments: [("userId", true), ("name", true), ("id", false)])
    func choices(word: String, isGood: Bool) {
        let document = JSON("{\"calls\":{\"repetitionKey\":\"\(word)\"}}")
        let found = pointers { () throws(ContentError) in
            _ = try ConfigurationDocument.read(document)
        }
        #expect(found == (isGood ? nil : ["/calls/repetitionKey"]))
    }
}
