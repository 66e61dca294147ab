/// A table in the documentation that is generated from the code, so that the two can't differ.
///
/// In every page of `docs`, `script/docs` replaces the lines from `<!-- table: name -->` to `<!--
/// end of table -->` with the table.
public struct ReferenceTable: Sendable {
    public let name: String
    let columns: [String]
    let rows: [[String]]

    public init(_ name: String, columns: [String], rows: [[String]]) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }

    /// The table in Markdown, between those two lines.
    public var markdown: String {
        let rule = columns.map { _ in "---" }
        let lines = ([columns, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
        return "<!-- table: \(name) -->\n" + lines.joined(separator: "\n")
            + "\n<!-- end of table -->\n"
    }
}
