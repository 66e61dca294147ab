import ArgumentParser
import Server
import Wire

/// The command `ovation tables`, which writes the generated tables of the documentation, for `script/docs`.
struct Tables: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the tables of the documentation, in Markdown.", shouldDisplay: false)

    func run() throws {
        let text = (ReferenceTable.settings + [.fields] + ReferenceTable.server)
            .map(\.markdown).joined(separator: "\n")
        StandardStream.write(Array(text.utf8))
    }
}
