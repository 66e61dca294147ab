import ArgumentParser
import Foundation
import Platforms
import Stage
import Wire

/// The files that `--config` and `--limits` name.
enum ConfigurationFile {
    /// Reads a room's configuration; a file that can't be read is an error of use (64), one with
    /// bad content exits 65. So does one that names something over `ceilings`; what it leaves out is
    /// lowered to them.
    static func read(
        _ path: String, below ceilings: ConfigurationCeilings? = nil
    ) throws -> Configuration {
        try read(path) { (json) throws(ContentError) in
            let wanted = try ConfigurationDocument.read(json)
            try Source.check(wanted)
            return try ceilings?.fitted(wanted, sent: json) ?? wanted
        }
    }

    /// Reads what no room's configuration may be beyond; the same errors.
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
