import Foundation
import Testing

/// Replays known inputs through the fuzz targets, without libFuzzer and AddressSanitizer: each
/// target's seeds, and every input that once crashed it (`Tests/Fuzz/Regressions`).
///
/// A target traps when an input breaks its rule, so that each runs in a process of its own.
struct KeptInputsTests {
    @Test(
        "Every target takes its seeds and the inputs that once crashed it",
        arguments: Target.all.map(\.name))
    func replay(name: String) async throws {
        let inputs = try KnownInput.all(of: name)
        let result = await #expect(processExitsWith: .success) { [name] in
            let target = try #require(Target.named(name))
            for input in try KnownInput.all(of: name) { target.run(input.bytes) }
        }
        guard result == nil else { return }
        // One process for each input, so that the failing input has a name.
        for input in inputs {
            await #expect(processExitsWith: .success, "\(name): \(input.name)") {
                [name, bytes = input.bytes as [UInt8]] in
                try #require(Target.named(name)).run(bytes)
            }
        }
    }

    @Test("Crashes are kept only for targets that exist")
    func directories() throws {
        let known = Set(Target.all.map(\.name) + ["page"])
        #expect(KnownInput.regressionTargets.allSatisfy(known.contains))
    }
}

/// A seed of a target, or an input that once crashed it.
struct KnownInput {
    let name: String
    let bytes: [UInt8]

    private static let regressions = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../Regressions").standardizedFileURL

    /// The targets that have kept crashes.
    static var regressionTargets: [String] { entries(of: regressions) }

    static func all(of name: String) throws -> [Self] {
        let target = try #require(Target.named(name))
        var inputs = target.seeds.enumerated().map { Self(name: "seed \($0)", bytes: $1) }
        try #require(!inputs.isEmpty)
        let directory = regressions.appending(path: name)
        for file in entries(of: directory) {
            let data = try Data(contentsOf: directory.appending(path: file))
            inputs.append(Self(name: file, bytes: Array(data)))
        }
        return inputs
    }

    /// Keeps an input that crashed a target, for the commit with the fix.
    static func addRegression(_ input: Data, to name: String) throws {
        let directory = regressions.appending(path: name)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appending(path: "crash-\(input.hashValue.magnitude)")
        try input.write(to: file)
        print("kept \(file.path)")
    }

    /// The names in a directory; none if it does not exist.
    private static func entries(of directory: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }
}
