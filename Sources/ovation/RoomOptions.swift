import ArgumentParser
import Texts
import Wire

/// The command-line options that name a journal and one of its rooms.
struct RoomOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The directory of the journal.")
    var dataDirectory = "./ovation-data"

    @Option(help: "The room.")
    var room = "main"

    func validate() throws { try Self.validate(room) }

    static func validate(_ room: String) throws {
        guard RoomName.isValid(Text(room)) else {
            throw ValidationError("--room \"\(room)\": \(RoomName.rule)")
        }
    }
}
