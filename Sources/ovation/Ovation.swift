import ArgumentParser
import CStamp
import Monitoring
import Server
import Texts

/// The program `ovation`, which runs one of its commands, such as `serve` or `backup`.
@main
struct Ovation: ParsableCommand {
    /// The version and the build, which the build script has stamped into the program.
    static let release = Release(
        version: Text(String(cString: ovation_stamp_version())),
        commit: Text(String(cString: ovation_stamp_commit())),
        date: Text(String(cString: ovation_stamp_date())))

    static let configuration = CommandConfiguration(
        commandName: "ovation",
        abstract: "Gifts and calls for live streams: timed on the server, drawn in OBS.",
        version: "\(release)",
        subcommands: [
            Serve.self, Simulate.self, Export.self, Import.self, Archive.self, Backup.self,
            Restore.self,
            Doctor.self, Keys.self, Load.self,
            Tables.self,
        ])

    static func main() {
        StandardStream.reserve()
        main(nil)
    }
}
