import Foundation
import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage
@testable import Wire

@Suite("Field tables")
struct FieldTableTests {
    /// The kinds by number with their fields by bit. Version 1 fixed them for good.
    private static let kinds: [(name: Text, fields: String)] = [
        (
            "ticker",
            """
            sender name, avatar name, gift name, image name, count integer, digitScale thousandths, \
            flourish flourish?
            """
        ),
        (
            "gift",
            """
            combo text, sender name, avatar name, gift name, image name, count integer, \
            digitScale thousandths, flourish flourish?
            """
        ),
        (
            "counter",
            """
            text text, value hundredths, added seconds?, addedBy name, addedAt integer?, ended flag, \
            endedAt integer?
            """
        ),
        (
            "caption",
            """
            text text, effect name, align name, glyphs texts, glyphAlpha numbers?, \
            glyphRise numbers?, level thousandths?, amplitude thousandths?, phase thousandths?
            """
        ),
        ("call", "name name, avatar name, leaving flag, born integer?"),
        (
            "goal",
            """
            title text, value hundredths, target hundredths, level thousandths, reached flag, \
            amplitude thousandths?, phase thousandths?, currency name, reachedAt integer?
            """
        ),
        (
            "effect",
            """
            src name, start integer, duration seconds, film name, sender name, avatar name, gift name, \
            seed integer?
            """
        ),
        (
            "alert",
            """
            title text, message name, name name, avatar name, image name, amount name, tier integer?, \
            seed integer?, start integer?, left integer?, duration seconds
            """
        ),
        (
            "leader",
            """
            place integer?, name name, avatar name, value hundredths?, born integer?, rose integer?, \
            seed integer?, text name
            """
        ),
    ]

    private static let commonFields =
        "x hundredths, y hundredths, width hundredths, height hundredths, alpha thousandths, "

    /// The tables as the hello message has them.
    private static let helloFields = JSON.array(
        kinds.map { name, fields in
            .object([
                .init("kind", .string(name)),
                .init(
                    "fields",
                    .array(
                        (commonFields + fields).split(separator: ", ").map { field in
                            .array(field.split(separator: " ").map { .string(Text(String($0))) })
                        })),
            ])
        })

    private func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..")
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("Kinds are numbered without gaps, and each has at most 16 fields")
    func kinds() {
        let tables = FieldTable.all
        #expect(tables.map { Int($0.kind.number) } == Array(0..<tables.count))
        for table in tables { #expect(table.fields.count <= 16) }
    }

    @Test("A frame lists its nodes by layer")
    func layers() throws {
        var configuration = Configuration()
        configuration.ticker.enabled = true
        configuration.leaders.enabled = true
        configuration.leaders.by = .count
        var rule = AlertRule(name: "all", title: "{sender}")
        rule.condition.type = .notice
        configuration.alerts.rules = [rule]
        var big = CatalogueEntry(key: "rose")
        big.effect = EffectMedia(.file("/a.webm"), duration: Duration(seconds: 1))
        configuration.catalogue = Catalogue([big])
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 1)
        var room = Room(configuration: configuration)
        let kinds: [Event.Kind] = [
            .call(Person(name: "Bob")), .caption(Caption(text: "c")), .gift(gift),
            .counter(name: "n", CounterUpdate(to: 1)),
            .goal(name: "g", GoalUpdate(title: "t", target: 1)),
            .notice(Notice(kind: "follow", sender: Person(name: "Ann"))),
        ]
        for (index, kind) in kinds.enumerated() {
            let event = Event(seq: Int64(index + 1), id: "e\(index)", kind: kind)
            _ = try room.apply(event, at: .zero)
        }
        let drawn = room.frame.nodes.map(\.kind)
        #expect(
            drawn.map { "\($0.name)" } == [
                "effect", "ticker", "gift", "leader", "counter", "goal", "caption", "call",
                "alert",
            ])
        #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0.layer < $1.layer })
        #expect(drawn.count == FieldTable.all.count)
    }

    @Test(
        "The overlay page's widgets have the server's fields and layers",
        .enabled(if: PageScript.node != nil))
    func overlay() throws {
        let page = try JSON(parsing: PageScript.output(of: "layouts.mjs"))
        #expect(page["layouts"] == Self.helloFields)
        let layers = FieldTable.all.map { JSON.number(Double($0.kind.layer)) }
        #expect(page["layers"] == .array(layers))
    }

    @Test("The hello message lists the fields, with kinds by number and fields by bit")
    func hello() throws {
        let hello = try JSON(
            parsing: StreamMessage.hello(
                room: "main", configuration: Configuration(), framesPerSecond: 60, time: .zero,
                build: "b", may: "admin"))
        #expect(hello["fields"] == Self.helloFields)
    }

    /// Forms outside this list start with a length, so that an older page can skip a field whose
    /// form it does not know.
    @Test("Every field form added after version 1 starts with its length")
    func forms() {
        let measured: Set = ["seconds", "seconds?", "integer?", "hundredths?", "flourish?"]
        let forms: Set = [
            "hundredths", "thousandths", "thousandths?", "integer", "text", "name", "flag", "texts",
            "numbers?",
        ]
        for table in FieldTable.all {
            let others = Set(table.fields.map { "\($0.form)" }).subtracting(forms)
            #expect(others.isSubset(of: measured))
        }
    }

    // 6,500,000 is 3 · 2²¹ + 12 · 2¹⁴ + 93 · 2⁷ + 32.
    @Test("A duration in seconds is preceded by its length")
    func seconds() {
        var fields = BinaryFields()
        fields.isWhole = true
        fields.openMask()
        let span = Duration(seconds: 6.5)
        fields.seconds("duration", span, span)
        _ = fields.closeMask()
        #expect(fields.buffer.bytes == [1, 0, 4, 0xA0, 0xDD, 0x8C, 0x03])
    }

    @Test("The example in docs/binary.md is what the writer produces")
    func example() throws {
        let gift = GiftContent(
            combo: "c", sender: "Ann", gift: "Rose", count: 1, digitScale: Thousandths(1))
        var node = Node(
            id: "gifts/0", x: 24, y: 320, width: 200, height: 40, alpha: 1, content: .gift(gift))
        let shown = Frame(time: .zero, nodes: [node])
        var popped = gift
        popped.digitScale = Thousandths(2.123)
        node.content = .gift(popped)
        var writer = FrameBinary()
        writer.writeDelta(
            Frame(time: .init(microseconds: 16_667), nodes: [node]), seq: 41, from: shown, seq: 40)
        let groups = try text("docs/binary.md").split(separator: "```\n").last ?? ""
        let digits = groups.split { $0.isWhitespace }.compactMap { UInt8($0, radix: 16) }
        #expect(writer.bytes == digits)
        #expect(writer.bytes.count <= 24)
    }
}
