import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("Links in messages")
struct LinksTests {
    @Test(
        "A link is removed with the space before it",
        arguments: [
            ("see https://example.com/a?b=c#d now", "see now"), ("https://example.com", ""),
            ("HTTP://EXAMPLE.COM/x", ""), ("ftp://a.b/c d", "d"), ("obs-plugin+x://y z", "z"),
            ("www.example.abc is it", "is it"), ("go to example.com", "go to"),
            ("twitch.tv/ann, hi", "hi"), ("youtu.be/abc!", ""), ("t.me/x y t.me/z", "y"),
            ("(https://a.b) end", "() end"), ("看这里https://a.b/c。很好", "看这里。很好"),
            ("看evil.com吧", "看吧"), ("evil。com", ""), ("Привет.https://a.b", "Привет."),
            ("me@example.com", "me@"), ("a.b.c.example.org:8080/x", ""),
            ("  lead https://a.b  ", "  lead"), ("https://пример.рф/а б", "б"),
        ] as [(Text, Text)])
    func removed(message: Text, rest: Text) {
        #expect(message.withoutLinks == rest)
    }

    @Test(
        "A message without a link stays as it is",
        arguments: [
            "", " ", "Hello. World", "Hello.World", "e.g. this", "3.50 or 1.000,50", "wait...what",
            "a.m. and p.m.", "yes/no", "do it.it is", "10:30", "://", "http:/x", "v2.0",
            "-.-", "a..com", "ok...", "line\nbreak", "Mr.Smith", "👩‍👩‍👧.👍", "www", "com",
        ] as [Text])
    func kept(message: Text) {
        #expect(message.withoutLinks == message)
    }

    @Test("Many labels, points and schemes take no longer than their number")
    func hostile() {
        for part in ["a.", "a..", "-", "a://", "www.", "aaaaaaaaaaaaaaaaaaaaaaa+"] {
            let message = Text(String(repeating: part, count: 60_000 / part.utf8.count))
            #expect(message.withoutLinks.byteCount <= message.byteCount)
        }
    }

    @Test("The setting `links` of a source keeps them, and must be true or false")
    func setting() throws {
        let donation = Sent(
            "streamlabs",
            #"{"type":"donation","message":[{"_id":"a","name":"A","amount":1,"currency":"USD","#
                + #""message":"see a.com"}]}"#)
        func messages(_ settings: JSON) throws -> [Text?] {
            guard case .happenings(let happenings, _) = try donation.reading(settings: settings)
            else { return [] }
            return happenings.map(\.message)
        }
        #expect(try messages(.object([])) == ["see"])
        #expect(try messages(.object([.init("links", .bool(false))])) == ["see"])
        #expect(try messages(.object([.init("links", .bool(true))])) == ["see a.com"])
        for source in Source.all where source.kind != "generic" {
            try source.check(.object([.init("links", .bool(true))]))
            let error = try #require(throws: ContentError.self) {
                try source.check(.object([.init("links", .string("yes"))]))
            }
            #expect(error.problems.map(\.pointer) == ["/links"])
        }
    }

    @Test("A message of links alone is no message")
    func empty() throws {
        let donation = Sent(
            "streamlabs",
            #"{"type":"donation","message":[{"_id":"a","name":"A","amount":1,"currency":"USD","#
                + #""message":" https://a.b/c "}]}"#)
        var rules = SourcesConfiguration()
        rules.message = .caption
        #expect(try donation.lines(rules: rules) == ["A: 1 x 1.00 USD"])
    }
}
