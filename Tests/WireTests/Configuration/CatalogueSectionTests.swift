import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Wire

/// Section 9 of docs/behaviour.md, as the API checks it.
@Suite("Catalogue section of the configuration")
struct CatalogueSectionTests {
    private func faults(_ catalogue: String) -> [Text] {
        do throws(ContentError) {
            _ = try ConfigurationDocument.read(JSON(#"{"catalogue":\#(catalogue)}"#))
            return []
        } catch {
            return error.problems.map(\.pointer)
        }
    }

    @Test("An entry with all keys is written as it was read")
    func whole() throws {
        let text = #"""
            {"castle":{"name":"Castle","image":"https://example.org/c.png","sound":"/assets/c.mp3",
             "value":1000000000000,"effect":{"src":"/assets/c.webm","duration":6.5}},"x":{}}
            """#
        let configuration = try ConfigurationDocument.read(JSON(#"{"catalogue":\#(text)}"#))
        #expect(ConfigurationDocument.write(configuration)["catalogue"] == JSON(text))
        let castle = try #require(configuration.catalogue.entries.first)
        #expect(castle.effect?.duration == Duration(microseconds: 6_500_000))
        #expect(castle.value == 1_000_000_000_000)
    }

    @Test("A catalogue in a document replaces the default; without one, the default applies")
    func replacement() throws {
        #expect(try ConfigurationDocument.read(JSON("{}")).catalogue == .standard)
        let one = try ConfigurationDocument.read(JSON(#"{"catalogue":{"rose":{}}}"#))
        #expect(one.catalogue.entries == [CatalogueEntry(key: "rose")])
        #expect(try ConfigurationDocument.read(JSON(#"{"catalogue":{}}"#)).catalogue.entries == [])
    }

    @Test("A merge patch changes single entries; null removes one, or restores the default")
    func patch() throws {
        func patched(_ configuration: Configuration, _ patch: String) throws -> Configuration {
            try ConfigurationDocument.patch(configuration, with: JSON(patch))
        }
        let less = try patched(
            Configuration(), #"{"catalogue":{"rose":null,"star":{"image":null},"x":{"value":2}}}"#)
        #expect(
            less.catalogue.entries.map(\.key) == [
                "heart", "star", "coffee", "lipstick", "cake", "crown", "fireworks", "diamond",
                "car", "rocket", "castle", "x",
            ])
        #expect(less.catalogue.entries[1].image == nil)
        #expect(less.catalogue.entries[1].name == "Star")
        #expect(try patched(less, #"{"catalogue":null}"#).catalogue == .standard)
    }

    @Test(
        "Each fault of an entry is reported with its pointer",
        arguments: [
            (#"{"a":{"value":1.5}}"#, ["/catalogue/a/value"]),
            (
                #"{"a":{"value":-1},"b":{"value":1000000000001}}"#,
                ["/catalogue/a/value", "/catalogue/b/value"]
            ),
            (#"{"a":{"sound":"https://example.org/a.mp3"}}"#, ["/catalogue/a/sound"]),
            (#"{"a":{"sound":"//example.org/a.mp3"}}"#, ["/catalogue/a/sound"]),
            (#"{"a":{"image":"javascript:x"}}"#, ["/catalogue/a/image"]),
            (#"{"a":{"effect":{"src":"/a.webm"}}}"#, ["/catalogue/a/effect/duration"]),
            (#"{"a":{"effect":{"duration":1}}}"#, ["/catalogue/a/effect/src"]),
            (
                #"{"a":{"effect":{"src":"/a.webm","duration":0.09}}}"#,
                ["/catalogue/a/effect/duration"]
            ),
            (
                #"{"a":{"effect":{"src":"/a.webm","duration":60.1}}}"#,
                ["/catalogue/a/effect/duration"]
            ),
            (#"{"a":{"colour":"red"}}"#, ["/catalogue/a/colour"]),
            (#"{"a":null,"b":7}"#, ["/catalogue/a", "/catalogue/b"]),
            (#"{"":{}}"#, ["/catalogue/"]), ("7", ["/catalogue"]), ("null", ["/catalogue"]),
        ] as [(String, [Text])])
    func faulty(catalogue: String, pointers: [Text]) {
        #expect(faults(catalogue) == pointers)
    }

    @Test("A catalogue has at most 500 entries, and a key at most 200 characters")
    func bounds() {
        func entries(_ count: Int) -> String {
            "{" + (0..<count).map { #""k\#($0)":{}"# }.joined(separator: ",") + "}"
        }
        #expect(faults(entries(500)) == [])
        #expect(faults(entries(501)) == ["/catalogue"])
        #expect(faults(#"{"\#(String(repeating: "é", count: 200))":{}}"#) == [])
        #expect(faults(#"{"\#(String(repeating: "k", count: 201))":{}}"#).count == 1)
    }

    @Test("A stored configuration is restored without its invalid entries")
    func recalled() {
        let json = JSON(#"{"catalogue":{"a":{"value":2.5},"b":{"value":3}},"gifts":{"x":7}}"#)
        let configuration = ConfigurationDocument.recall(json)
        #expect(configuration.catalogue.entries.map(\.key) == ["b"])
        #expect(configuration.gifts.x == 7)
    }

    @Test("A configuration stored without a catalogue has none; a new document has the default")
    func withoutCatalogue() throws {
        let before = JSON(#"{"gifts":{}}"#)
        #expect(ConfigurationDocument.recall(before).catalogue == Catalogue([]))
        #expect(try ConfigurationDocument.read(before, from: .history).catalogue == Catalogue([]))
        #expect(try ConfigurationDocument.read(before).catalogue == .standard)
    }

    @Test("A patch that sets an entry replaces all of its keys")
    func setEntry() throws {
        let patch = try ConfigurationDocument.patch(settingEntry: "rose", to: JSON(#"{"value":7}"#))
        let set = try ConfigurationDocument.patch(Configuration(), with: patch)
        var rose = CatalogueEntry(key: "rose")
        rose.value = 7
        #expect(set.catalogue.entries.first == rose)
        #expect(set.catalogue.entries.count == 12)
        #expect(throws: ContentError.self) {
            try ConfigurationDocument.patch(settingEntry: "rose", to: JSON(#"{"value":0.5}"#))
        }
    }
}
