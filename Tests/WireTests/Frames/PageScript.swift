import Foundation

/// Runs scripts beside this file that use the page's modules.
enum PageScript {
    /// Nil if there is no node.
    static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// A process that will run the script of this name.
    static func process(_ name: String) -> Process {
        let process = Process()
        process.executableURL = node.map(URL.init(fileURLWithPath:))
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        process.arguments = [folder.appendingPathComponent(name).path]
        return process
    }

    /// What the script of this name prints.
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
