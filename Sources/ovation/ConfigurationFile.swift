import ArgumentParser
import Foundation
import Platforms
import Stage
import Wire

/// Reads the JSON files that the options `--config` and `--limits` name.
enum ConfigurationFile {
    /// Reads a room's configuration. A file that can't be read exits with 64. Invalid content exits with 65,
    /// and so does a value above `ceilings`. Values that the file leaves out are lowered to the ceilings.
    static func read(
        _ path: String, below ceilings: ConfigurationCeilings? = nil
    ) throws -> Configuration {
        try read(path) { (json) throws(ContentError) in
            let wanted = try ConfigurationDocument.read(json)
            try Source.check(wanted)
            return try ceilings?.fitted(wanted, sent: json) ?? wanted
        }
    }

    /// Reads the upper bounds of rooms' configurations, with the same exit codes.
    static func readCeilings(_ path: String) throws -> ConfigurationCeilings {
        try read(path, ConfigurationCeilings.init)
    }

    private static func read<Value>(
        _ path: String, _ body: (JSON) throws(ContentError) -> Value
    ) throws -> Value {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw misuse("the configuration file \(path) can't be read")
        }
        do {
            return try body(JSON(parsing: Array(data)))
        } catch {
            complain("\(path): \(error)")
            throw ExitCode(65)
        }
    }
}
