import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("Senders")
struct PeopleTests {
    private func gift(_ kind: String, _ name: String) throws -> Gift {
        let events = try Source.named(kind).events(Recorded(kind, name))
        guard case .gift(let gift, _) = try #require(events.first).kind else {
            throw Missing()
        }
        return gift
    }

    private struct Missing: Error {}

    @Test("A sender is known by the platform's ID")
    func ids() throws {
        let ann = try gift("twitch", "cheer").sender
        #expect(ann.id == "twitch:1")
        #expect(ann.name == "Ann")
        #expect(try gift("twitch", "subscribe").sender == ann)
        #expect(try gift("bilibili", "send-0").sender.id == "bilibili:101")
        #expect(try gift("bilibili", "open").sender.id == "bilibili:39b8fedb")
        #expect(try gift("youtube", "bomb").sender.id == "youtube:UCdag")
        #expect(
            try gift("youtube", "superchat").sender.avatar == "https://yt3.ggpht.com/a.jpg")
    }

    @Test("Each anonymous or masked sender is a different person")
    func masked() throws {
        let one = try gift("bilibili", "masked-1").sender
        let other = try gift("bilibili", "masked-2").sender
        #expect(one.name == other.name)
        #expect(one.id != nil)
        #expect(one.id != other.id)
        let gifted = try gift("twitch", "gift-anonymous").sender
        let cheered = try gift("twitch", "cheer-anonymous").sender
        #expect(gifted.name == "anonymous")
        #expect(gifted.id != cheered.id)
        let shy = try gift("github", "private").sender
        #expect(shy.name == "anonymous")
        #expect(shy.avatar == nil)
    }

    @Test(
        "A named giver on a platform without IDs is known by the name, and an unnamed one is anonymous",
        arguments: [
            ("Jo", nil, "Jo"), ("Ko-fi Supporter", "kofi:?m", "anonymous"),
            ("Anonymous", "kofi:?m", "anonymous"), ("", "kofi:?m", "anonymous"),
            (nil, "kofi:?m", "anonymous"),
        ] as [(Text?, Text?, Text)])
    func named(name: Text?, id: Text?, shown: Text) {
        let person = Person(of: "kofi", named: name, message: "m")
        #expect(person.id == id)
        #expect(person.name == shown)
    }

    @Test("An anonymous cheer shows no name and no id, even if Twitch sends them")
    func anonymousWithName() throws {
        var cheer = try Recorded("twitch", "cheer")
        let body = String(decoding: cheer.body, as: UTF8.self)
        cheer.body = Array(
            body.replacing("\"is_anonymous\": false", with: "\"is_anonymous\": true").utf8)
        #expect(String(decoding: cheer.body, as: UTF8.self) != body)
        let events = try Source.named("twitch").events(cheer)
        guard case .gift(let gift, _) = try #require(events.first).kind else { throw Missing() }
        #expect(gift.sender.name == "anonymous")
        #expect(gift.sender.id != "twitch:1")
    }

    @Test("A gifted subscription belongs to its giver")
    func given() throws {
        #expect(try gift("streamelements", "gift").sender.name == "eve")
        #expect(try gift("streamelements", "bomb").count == 4)
        #expect(try gift("streamelements", "tip").sender.name == "ben")
    }

    @Test("Ko-fi messages are shown only if they are public, and addresses never")
    func privacy() throws {
        var rules = SourcesConfiguration()
        rules.message = .caption
        let source = Source.named("kofi")
        for name in ["donation", "private", "shop"] {
            let events = try source.events(Recorded("kofi", name), rules: rules)
            let text = events.map { "\($0)" }.joined()
            #expect(text.contains("Good luck") == (name == "donation"))
            for word in ["4711", "example.com", "8c5d2a4e", "High Street", "0100"] {
                #expect(!text.contains(word), "\(name): \(word)")
            }
        }
        let shown = try source.events(Recorded("kofi", "donation"), rules: rules)
        guard case .caption(let caption, _) = try #require(shown.last).kind else {
            throw Missing()
        }
        #expect(caption.text == "Jo Example: Good luck with the integration!")
    }

    @Test("A donation has a value only in the room's own currency")
    func currencies() throws {
        var rules = SourcesConfiguration()
        rules.currency = "EUR"
        func value(_ name: String) throws -> Double? {
            let events = try Source.named("kofi").events(Recorded("kofi", name), rules: rules)
            guard case .gift(let gift, _) = try #require(events.first).kind else {
                throw Missing()
            }
            return gift.item.worth(with: nil, currency: rules.currency)
        }
        #expect(try value("private") == 550)
        #expect(try value("donation") == 0)
        #expect(try value("yen") == 0)
        rules.currency = "JPY"
        #expect(try value("yen") == 500)
    }

    @Test("Texts are cut and cleaned to fit an event")
    func fitted() {
        #expect(Text("a\u{7}b\nc").fitted(to: 10) == "a b c")
        #expect(Text("  \n").fitted(to: 10) == nil)
        #expect(Text("").fitted(to: 10) == nil)
        #expect(Text("äöü👩‍👩‍👧x").fitted(to: 3) == "äöü")
        // One character of 25 bytes is more than four times one.
        #expect(Text("👩‍👩‍👧").fitted(to: 1) == nil)
    }

    @Test("A value in a template is not expanded again")
    func template() {
        var rules = SourcesConfiguration()
        rules.raidText = "{sender} x {count} {nobody} {"
        let raid = PlatformEvent(
            id: "1", .raid(viewers: 7), by: Person(name: "{count}"), message: nil)
        guard case .caption(let caption, _) = raid.plainEvents(by: rules, of: "x").first?.kind
        else {
            Issue.record("no caption")
            return
        }
        #expect(caption.text == "{count} x 7 {nobody} {")
    }

    @Test(
        "A name that runs from the right does not reorder the sentence of its caption",
        arguments: [
            ("وردة (5)", "\u{2068}وردة (5)\u{2069} raids with 7"),
            ("Mira\u{202E}", "Mira raids with 7"), ("Zoë 王", "Zoë 王 raids with 7"),
            ("\u{2067}Rose", "Rose raids with 7"),
            ("\u{10D00}", "\u{2068}\u{10D00}\u{2069} raids with 7"),
        ])
    func isolation(name: Text, expected: Text) {
        var rules = SourcesConfiguration()
        rules.raid = .caption
        rules.raidText = "{sender} raids with {count}"
        let raid = PlatformEvent(id: "1", .raid(viewers: 7), by: Person(name: name), message: nil)
        guard case .caption(let caption, _) = raid.plainEvents(by: rules, of: "x").first?.kind
        else {
            Issue.record("no caption")
            return
        }
        #expect(caption.text == expected)
    }
}
