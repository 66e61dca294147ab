import Foundation
import Testing

/// Replays known inputs through the fuzz targets, without libFuzzer and AddressSanitizer: each
/// target's seeds, and every input that once crashed it (`Tests/Fuzz/Regressions`).
///
/// A target traps when an input breaks its rule, so that each runs in a process of its own.
struct KeptInputsTests {
    private static let regressions = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../Regressions").standardizedFileURL

    @Test(
        "Every target takes its seeds and the inputs that once crashed it",
        arguments: Target.all.map(\.name))
    func replay(name: String) async throws {
        let inputs = try Self.inputs(of: name)
        let result = await #expect(processExitsWith: .success) { [name] in
            let target = try #require(Target.named(name))
            for input in try KeptInputsTests.inputs(of: name) { target.run(input.bytes) }
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
        #expect(Self.entries(of: Self.regressions).allSatisfy(known.contains))
    }

    private struct Input {
        let name: String
        let bytes: [UInt8]
    }

    private static func inputs(of name: String) throws -> [Input] {
        let target = try #require(Target.named(name))
        var inputs = target.seeds.enumerated().map { Input(name: "seed \($0)", bytes: $1) }
        try #require(!inputs.isEmpty)
        let directory = regressions.appending(path: name)
        for file in entries(of: directory) {
            let data = try Data(contentsOf: directory.appending(path: file))
            inputs.append(Input(name: file, bytes: Array(data)))
        }
        return inputs
    }

    /// The names in a directory; none if it does not exist.
    private static func entries(of directory: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }
}
