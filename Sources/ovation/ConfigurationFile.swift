import ArgumentParser
import Foundation
import Stage
import Wire

/// The file that `--config` names.
enum ConfigurationFile {
    /// Reads a room's configuration; a file that can't be read is an error of use (64), one with
    /// bad content exits 65.
    static func read(_ path: String) throws -> Configuration {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw misuse("the configuration file \(path) can't be read")
        }
        do {
            return try ConfigurationDocument.read(JSON(parsing: Array(data)))
        } catch {
            complain("\(path): \(error)")
            throw ExitCode(65)
        }
    }
}
