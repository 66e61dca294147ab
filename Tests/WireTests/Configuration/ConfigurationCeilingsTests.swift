import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@Suite("Configuration ceilings")
struct ConfigurationCeilingsTests {
    private func ceilings(_ text: String) throws -> ConfigurationCeilings {
        try ConfigurationCeilings(JSON(text))
    }

    private static let some = """
        {"gifts":{"queueLimit":50,"linger":2.5},"calls":{"enabled":false},
         "stage":{"imageHosts":["a.org","b.org"]}}
        """

    @Test("A configuration may reach its ceilings; each key above is reported with its ceiling")
    func fitted() throws {
        let ceilings = try ceilings(Self.some)
        let good = JSON(
            """
            {"gifts":{"queueLimit":50,"linger":0},"calls":{"enabled":false},
             "stage":{"imageHosts":["b.org"]}}
            """)
        let configuration = try ConfigurationDocument.read(good)
        #expect(try ceilings.fitted(configuration, sent: good) == configuration)
        let bad = JSON(
            """
            {"gifts":{"queueLimit":51,"linger":2.6},"calls":{"enabled":true},
             "stage":{"imageHosts":["a.org","c.org"]}}
            """)
        let wanted = try ConfigurationDocument.read(bad)
        let error = #expect(throws: ContentError.self) {
            try ceilings.fitted(wanted, sent: bad)
        }
        let details = Dictionary(
            uniqueKeysWithValues: error?.problems.map { ($0.pointer, $0.detail) } ?? [])
        #expect(
            details == [
                "/gifts/queueLimit": "is over this server's ceiling: at most 50",
                "/gifts/linger": "is over this server's ceiling: at most 2.5",
                "/calls/enabled": "is over this server's ceiling: false",
                "/stage/imageHosts":
                    "is over this server's ceiling: hosts of [\"a.org\",\"b.org\"]",
            ])
    }

    @Test("An omitted or reset key has its default, or the ceiling if that is lower")
    func leftOut() throws {
        let ceilings = try ceilings(Self.some)
        for text in ["{}", #"{"gifts":{"queueLimit":null}}"#, #"{"gifts":{"x":3}}"#] {
            let sent = JSON(text)
            let wanted = try ConfigurationDocument.patch(Configuration(), with: sent)
            let fitted = try ceilings.fitted(wanted, sent: sent)
            #expect(fitted.gifts.queueLimit == 50)
            #expect(fitted.gifts.linger == Duration(seconds: 2.5))
            #expect(!fitted.calls.enabled)
            #expect(fitted.stage.imageHosts == ["a.org", "b.org"])
            #expect(fitted.gifts.x == wanted.gifts.x)
        }
    }

    @Test("A stored configuration is lowered to the ceilings and not further")
    func lowered() throws {
        let ceilings = try ceilings(Self.some)
        var kept = Configuration()
        kept.gifts.queueLimit = 900
        kept.gifts.linger = Duration(seconds: 1)
        kept.stage.imageHosts = ["c.org", "b.org"]
        #expect(ceilings.areExceeded(by: kept))
        let lowered = ceilings.lowered(kept)
        #expect(lowered.gifts.queueLimit == 50)
        #expect(lowered.gifts.linger == Duration(seconds: 1))
        #expect(lowered.stage.imageHosts == ["b.org"])
        #expect(!ceilings.areExceeded(by: lowered))
        #expect(try self.ceilings("{}").lowered(kept) == kept)
    }

    // The ticker's pan may not take longer than its entrance.
    @Test("If lowered values contradict each other, the section gets its defaults or ceilings")
    func contradiction() throws {
        let ceilings = try ceilings(#"{"ticker":{"entrance":0.1,"pan":0.1,"x":-1000}}"#)
        var kept = Configuration()
        kept.ticker.entrance = Duration(seconds: 0.05)
        kept.ticker.pan = Duration(seconds: 0.05)
        kept.ticker.tick = Duration(seconds: 3)
        kept.gifts.x = 7
        // Only x is above its ceiling, so the other keys stay.
        let one = ceilings.lowered(kept)
        #expect(one.ticker.x == -1000 && one.ticker.tick == Duration(seconds: 3))
        let narrow = try self.ceilings(#"{"ticker":{"tick":2,"entrance":1}}"#)
        kept.ticker.pop = Duration(seconds: 2)
        kept.ticker.settle = Duration(seconds: 1)
        let lowered = narrow.lowered(kept)
        #expect(try ConfigurationDocument.read(ConfigurationDocument.write(lowered)) == lowered)
        #expect(!narrow.areExceeded(by: lowered))
        #expect(lowered.ticker.pop == Configuration().ticker.pop)
        #expect(lowered.gifts.x == 7)
        #expect(throws: ContentError.self) { try self.ceilings(#"{"ticker":{"entrance":0}}"#) }
    }

    @Test("The schema states the ceilings")
    func schema() throws {
        let schema = try ceilings(Self.some).narrowing(ConfigurationSchema.document)
        func setting(_ section: Text, _ key: Text) -> JSON? {
            schema["properties"]?[section]?["properties"]?[key]
        }
        #expect(setting("gifts", "queueLimit")?["maximum"] == .number(50))
        #expect(setting("gifts", "queueLimit")?["default"] == .number(50))
        #expect(setting("gifts", "queueLimit")?["minimum"] == .number(0))
        #expect(setting("calls", "enabled")?["enum"] == JSON("[false]"))
        #expect(
            setting("gifts", "x")
                == ConfigurationSchema.document["properties"]?["gifts"]?["properties"]?["x"])
    }

    @Test(
        "Invalid ceilings are refused with their pointers",
        arguments: [
            ("[]", [""]), (#"{"x":{}}"#, ["/x"]), (#"{"gifts":1}"#, ["/gifts"]),
            (
                #"{"gifts":{"z":1,"linger":61,"queueLimit":1.5,"enabled":true}}"#,
                ["/gifts/z", "/gifts/linger", "/gifts/queueLimit", "/gifts/enabled"]
            ),
            (
                #"{"calls":{"repetitionKey":"name"},"stage":{"imageHosts":null}}"#,
                ["/calls/repetitionKey", "/stage/imageHosts"]
            ),
        ])
    func refused(text: String, expected: [String]) {
        #expect(
            pointers { () throws(ContentError) in _ = try ConfigurationCeilings(JSON(text)) }
                == expected)
    }
}
