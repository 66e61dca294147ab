import Foundation
import Testing
import Texts
import Timeline

@testable import Stage
@testable import Wire

@Suite("Field tables")
struct FieldTableTests {
    /// Notes the key and the form of each field.
    private struct Columns: FieldWriter {
        var columns: [(key: String, form: String)] = []

        private mutating func add(_ key: StaticString, _ form: String) {
            columns.append(("\(key)", form))
        }

        mutating func hundredths(_ key: StaticString, _: Hundredths, _: Hundredths) {
            add(key, "hundredths")
        }
        mutating func thousandths(_ key: StaticString, _: Thousandths, _: Thousandths) {
            add(key, "thousandths")
        }
        mutating func optional(_ key: StaticString, _: Thousandths?, _: Thousandths?) {
            add(key, "thousandths?")
        }
        mutating func integer(_ key: StaticString, _: Int, _: Int) { add(key, "integer") }
        mutating func text(_ key: StaticString, _: Text, _: Text) { add(key, "text") }
        mutating func name(_ key: StaticString, _: Text?, _: Text?) { add(key, "name") }
        mutating func flag(_ key: StaticString, _: Bool, _: Bool) { add(key, "flag") }
        mutating func texts(_ key: StaticString, _: [Text], _: [Text]) { add(key, "texts") }
        mutating func numbers(_ key: StaticString, _: [Thousandths]?, _: [Thousandths]?) {
            add(key, "numbers?")
        }
    }

    private static let nodes = [
        Node.Content.ticker(
            TickerContent(sender: "", gift: "", count: 1, digitScale: Thousandths(1))),
        .gift(GiftContent(combo: "", sender: "", gift: "", count: 1, digitScale: Thousandths(1))),
        .counter(CounterContent(text: "", value: Hundredths(0))),
        .caption(
            CaptionContent(
                text: "", effect: .fade, align: .left, glyphs: [], appearance: .alpha([]))),
        .call(CallContent(name: "", leaving: false)),
    ].map { Node(id: "", x: 0, y: 0, width: 0, height: 0, alpha: 0, content: $0) }

    /// The kinds by number with their fields by bit, as a server tells them.
    private static let told = JSON.array(
        nodes.map { node in
            .object([
                .init("kind", .string("\(node.kind.name)")),
                .init("fields", .array(columns(of: node).map { told($0.key, $0.form) })),
            ])
        })

    private static func told(_ key: String, _ form: String) -> JSON {
        .array([.string(Text(key)), .string(Text(form))])
    }

    private static func columns(of node: Node) -> [(key: String, form: String)] {
        var columns = Columns()
        node.writeFields(since: node, to: &columns)
        return columns.columns
    }

    private func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..")
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("There is a node of every kind, and no kind has more fields than a mask has bits")
    func kinds() {
        #expect(Self.nodes.map(\.kind) == Node.Kind.allCases)
        for node in Self.nodes { #expect(Self.columns(of: node).count <= 16) }
    }

    @Test("The documentation has the fields that are written")
    func documentation() throws {
        let page = try text("docs/binary.md")
        for node in Self.nodes {
            let fields = Self.columns(of: node).map { "\($0.key) \($0.form)" }.joined(
                separator: ", ")
            let row = "| `\(node.kind.name)` | \(node.kind.rawValue) | \(fields) |\n"
            #expect(page.contains(row), "docs/binary.md lacks: \(row)")
        }
    }

    @Test(
        "The overlay's widgets have the fields that are written",
        .enabled(if: PageScript.node != nil))
    func overlay() throws {
        #expect(try JSON(parsing: PageScript.output(of: "layouts.mjs")) == Self.told)
    }

    @Test("Hello tells the fields that are written, kinds by number and fields by bit")
    func hello() throws {
        let hello = try JSON(
            parsing: StreamMessage.hello(
                room: "main", stage: StageConfiguration(), framesPerSecond: 60, time: .zero,
                build: "b"))
        #expect(hello["fields"] == Self.told)
    }

    /// A form that is not among these has its length before it, so that whoever does not know it
    /// can pass it over: what the page says of new forms.
    @Test("There are no forms without a length but those of version 1")
    func forms() {
        let forms: Set = [
            "hundredths", "thousandths", "thousandths?", "integer", "text", "name", "flag", "texts",
            "numbers?",
        ]
        for node in Self.nodes {
            #expect(forms.isSuperset(of: Self.columns(of: node).map(\.form)))
        }
    }

    @Test("The documentation's example is what is written")
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
