import Stage
import Texts
import Timeline

/// Lists the fields of a node kind and their forms, by letting a sample node write its fields.
struct FieldTable: FieldWriter {
    let kind: NodeKind
    private(set) var fields: [(key: StaticString, form: StaticString)] = []

    /// The tables of all kinds: the index of a kind is its number, the index of a field is its bit.
    static let all = WidgetWire.all.map { FieldTable($0.node) }
        .sorted { $0.kind.number < $1.kind.number }

    init(_ content: Node.Content) {
        let node = Node(id: "", x: 0, y: 0, width: 0, height: 0, alpha: 0, content: content)
        kind = node.kind
        node.writeFields(since: node, to: &self)
    }

    mutating func hundredths(_ key: StaticString, _: Hundredths, _: Hundredths) {
        fields.append((key, "hundredths"))
    }

    mutating func thousandths(_ key: StaticString, _: Thousandths, _: Thousandths) {
        fields.append((key, "thousandths"))
    }

    mutating func optional(_ key: StaticString, _: Thousandths?, _: Thousandths?) {
        fields.append((key, "thousandths?"))
    }

    mutating func optional(_ key: StaticString, _: Hundredths?, _: Hundredths?) {
        fields.append((key, "hundredths?"))
    }

    mutating func integer(_ key: StaticString, _: Int, _: Int) {
        fields.append((key, "integer"))
    }

    mutating func seconds(_ key: StaticString, _: Duration, _: Duration) {
        fields.append((key, "seconds"))
    }

    mutating func text(_ key: StaticString, _: Text, _: Text) { fields.append((key, "text")) }

    mutating func name(_ key: StaticString, _: Text?, _: Text?) { fields.append((key, "name")) }

    mutating func flag(_ key: StaticString, _: Bool, _: Bool) { fields.append((key, "flag")) }

    mutating func texts(_ key: StaticString, _: [Text], _: [Text]) {
        fields.append((key, "texts"))
    }

    mutating func numbers(_ key: StaticString, _: [Thousandths]?, _: [Thousandths]?) {
        fields.append((key, "numbers?"))
    }

    mutating func optional(_ key: StaticString, _: Int?, _: Int?) {
        fields.append((key, "integer?"))
    }

    mutating func seconds(_ key: StaticString, _: Double?, _: Double?) {
        fields.append((key, "seconds?"))
    }

    mutating func flourish(_ key: StaticString, _: Flourish?, _: Flourish?) {
        fields.append((key, "flourish?"))
    }

    /// `[{"kind":"ticker","fields":[["x","hundredths"],…]},…]`: a member of the `hello` message,
    /// with which a client can skip fields that it does not know.
    static let json: [UInt8] = {
        var writer = JSONWriter()
        writer.list(all, "[", "]") { writer, table in
            writer.raw("{\"kind\":\"")
            writer.raw(table.kind.name)
            writer.raw("\",\"fields\":")
            writer.list(table.fields, "[", "]") { writer, field in
                writer.raw("[\"")
                writer.raw(field.key)
                writer.raw("\",\"")
                writer.raw(field.form)
                writer.raw("\"]")
            }
            writer.raw("}")
        }
        return writer.bytes
    }()
}

extension ReferenceTable {
    /// The table `fields`.
    public static let fields = ReferenceTable(
        "fields", columns: ["kind", "number", "fields, from bit 0"],
        rows: FieldTable.all.map { table in
            let fields = table.fields.map { "\($0.key) \($0.form)" }.joined(separator: ", ")
            return ["`\(table.kind.name)`", "\(table.kind.number)", fields]
        })
}
