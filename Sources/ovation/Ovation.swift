import ArgumentParser
import Server

/// The command line's root.
@main
struct Ovation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ovation",
        abstract: "Gifts and calls for live streams: timed on the server, drawn in OBS.",
        version: ServerConfiguration.version,
        subcommands: [
            Serve.self, Simulate.self, Export.self, Import.self, Doctor.self, Keys.self,
            Load.self,
            Tables.self,
        ])

    static func main() {
        StandardStream.reserve()
        main(nil)
    }
}
