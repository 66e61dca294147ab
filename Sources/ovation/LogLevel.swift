import ArgumentParser
import Logging

/// A log level as a command-line argument. `--help` lists all levels, and other words are refused.
struct LogLevel: ExpressibleByArgument {
    let level: Logger.Level

    init(_ level: Logger.Level) {
        self.level = level
    }

    init?(argument: String) {
        guard let level = Logger.Level(rawValue: argument) else { return nil }
        self.level = level
    }

    static var allValueStrings: [String] { Logger.Level.allCases.map(\.rawValue) }

    var defaultValueDescription: String { level.rawValue }
}
