import Foundation
import TestSupport
import Testing

/// Feeds every target with random changes of its known inputs, in the tests' optimized build, without
/// libFuzzer and AddressSanitizer. `script/test everything` runs it; `script/fuzz` finds more, but needs a
/// build of its own.
@Suite(.enabled(if: FuzzSettings.seconds > 0))
struct RandomInputsTests {
    @Test(
        "Every target takes random changes of its known inputs",
        .timeLimit(.minutes(5)), arguments: Target.all.map(\.name))
    func mutations(name: String) async throws {
        let directory = try TemporaryDirectory(isCreated: true)
        let place = directory.path + "/input"
        print("fuzz target \(name): seed \(FuzzSettings.seed)")
        let result = await #expect(processExitsWith: .success) {
            [
                name, place = place as String, seconds = FuzzSettings.seconds as Int,
                seed = FuzzSettings.seed as UInt64
            ] in
            let target = try #require(Target.named(name))
            var mutator = Mutator(of: try KnownInput.all(of: name).map(\.bytes), seed: seed)
            let keeper = try InputKeeper(at: place)
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end {
                let input = mutator.next()
                try keeper.keep(input)
                target.run(input)
            }
        }
        withExtendedLifetime(directory) {}
        guard result == nil else { return }
        try KnownInput.addRegression(try Data(contentsOf: URL(filePath: place)), to: name)
    }
}

/// The time and the seed of the random inputs, from the environment.
private enum FuzzSettings {
    /// Seconds for each target; 0: none.
    static let seconds = number("OVATION_FUZZ_SECONDS") ?? 0
    static let seed = UInt64(number("OVATION_FIRST_SEED") ?? 1)

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

/// Keeps the current input in a file, so that the input outlives a crash of its process.
private final class InputKeeper {
    private let file: FileHandle

    init(at path: String) throws {
        try Data().write(to: URL(filePath: path))
        file = try FileHandle(forWritingTo: URL(filePath: path))
    }

    func keep(_ input: [UInt8]) throws {
        try file.truncate(atOffset: 0)
        try file.seek(toOffset: 0)
        try file.write(contentsOf: input)
    }
}

/// Makes inputs from others by random changes.
private struct Mutator {
    private static let maxBytes = 4096
    private let known: [[UInt8]]
    /// The words of the known inputs, and numbers at the limits of their types.
    private let words: [[UInt8]]
    private var random: SeededGenerator

    init(of known: [[UInt8]], seed: UInt64) {
        self.known = known
        let limits = ["0", "-1", "0.5", "1e9", "9223372036854775808", "\\u0000", "\u{301}"]
        let found = known.flatMap { $0.split { !Self.isPartOfWord($0) }.map(Array.init) }
        words =
            limits.map { Array($0.utf8) } + Set(found).sorted { $0.lexicographicallyPrecedes($1) }
        random = SeededGenerator(seed: seed)
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter
            || Character(UnicodeScalar(byte)).isNumber
    }

    mutating func next() -> [UInt8] {
        var input = random.element(of: known)
        for _ in 0..<random.int(in: 1...6) { change(&input) }
        return Array(input.prefix(Self.maxBytes))
    }

    private mutating func change(_ input: inout [UInt8]) {
        let place = random.int(in: 0...input.count)
        let part = place..<min(input.count, place + random.int(in: 1...16))
        switch random.int(below: 7) {
        case 0 where !part.isEmpty: input[place] ^= 1 << UInt8(random.int(below: 8))
        case 1 where !part.isEmpty: input[place] = UInt8(random.int(below: 256))
        case 2: input.removeSubrange(part)
        case 3: input.insert(contentsOf: input[part], at: place)
        case 4: input.insert(contentsOf: random.element(of: words), at: place)
        case 5: input.replaceSubrange(part, with: random.element(of: words))
        default:
            let other = random.element(of: known)
            input.replaceSubrange(place..., with: other.suffix(random.int(in: 0...other.count)))
        }
    }
}
