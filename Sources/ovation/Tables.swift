import ArgumentParser
import Server
import Wire

/// `ovation tables`: the tables of the documentation, made from the code; for `script/docs`.
struct Tables: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the tables of the documentation, in Markdown.", shouldDisplay: false)

    func run() throws {
        let text = (ReferenceTable.settings + [.fields] + ReferenceTable.server)
            .map(\.markdown).joined(separator: "\n")
        StandardStream.write(Array(text.utf8))
    }
}
