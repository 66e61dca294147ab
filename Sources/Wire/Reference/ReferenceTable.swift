/// A table in the documentation that is made from the code, so that the two can't differ.
///
/// `script/docs` puts it into every page of `docs` that has the lines `<!-- table: name -->` and
/// `<!-- end of table -->`, in their place.
public struct ReferenceTable: Sendable {
    public let name: String
    let columns: [String]
    let rows: [[String]]

    public init(_ name: String, columns: [String], rows: [[String]]) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }

    /// The table in Markdown, with those two lines around it.
    public var markdown: String {
        let rule = columns.map { _ in "---" }
        let lines = ([columns, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
        return "<!-- table: \(name) -->\n" + lines.joined(separator: "\n")
            + "\n<!-- end of table -->\n"
    }
}
