/// A table of the documentation that is made from the code, in Markdown.
///
/// `script/docs` puts it between the lines `<!-- table: name -->` and `<!-- end of table -->` of
/// whichever page has them.
public struct ReferenceTable: Sendable {
    public let name: String
    let columns: [String]
    let rows: [[String]]

    public init(_ name: String, columns: [String], rows: [[String]]) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }

    /// The table with the lines around it.
    public var markdown: String {
        let rule = columns.map { _ in "---" }
        let lines = ([columns, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
        return "<!-- table: \(name) -->\n" + lines.joined(separator: "\n")
            + "\n<!-- end of table -->\n"
    }
}
