import Foundation

/// Runs the scripts in this folder, which use the overlay page's modules.
enum PageScript {
    /// The path of Node.js, or nil if it is not installed.
    static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// A process that runs the script, not yet started.
    static func process(_ name: String) -> Process {
        let process = Process()
        process.executableURL = node.map(URL.init(fileURLWithPath:))
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        process.arguments = [folder.appendingPathComponent(name).path]
        return process
    }

    /// Runs the script and returns its standard output.
    static func output(of name: String) throws -> [UInt8] {
        let process = process(name)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(printed)
    }
}
