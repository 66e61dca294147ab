import Foundation

/// A path for a temporary directory, which is removed together with this object.
public final class TemporaryDirectory: Sendable {
    public let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("ovation-test-\(UUID().uuidString)").path

    /// Creates the directory unless the code under test does so itself.
    public init(isCreated: Bool = false) throws {
        guard isCreated else { return }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Runs `body` with the path of a directory that is removed afterwards.
public func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    try body(directory.path)
    withExtendedLifetime(directory) {}
}
