import Foundation
import Journal
import Logging
import Texts
import Wire

/// Writes the server's log to standard error as JSON, one object a line. Its form is `{"time", "level", "message", …}`.
struct JSONLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let told = metadata.merging(event.metadata ?? [:]) { _, newer in newer }
        let members =
            [
                JSON.Member("time", .string(Text(WallTime.now.text))),
                JSON.Member("level", .string(Text(event.level.rawValue))),
                JSON.Member("message", .string(Text(event.message.description))),
            ]
            + told.map { JSON.Member(Text($0.key), .string(Text("\($0.value)"))) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        _ = StandardStream.put(JSON.object(members).encoded + [10], on: STDERR_FILENO)
    }
}
