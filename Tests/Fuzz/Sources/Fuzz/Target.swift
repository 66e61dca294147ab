/// A function that reads bytes from outside, and the rule that holds for all bytes: a breach traps.
struct Target: Sendable {
    let name: String
    /// The sample inputs that libFuzzer varies.
    let seeds: [[UInt8]]
    let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, seeds: [String], run: @escaping @Sendable ([UInt8]) -> Void) {
        self.init(name, seeds: seeds.map { Array($0.utf8) }, run: run)
    }

    init(_ name: String, seeds: [[UInt8]], run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    static let all = [
        head, json, configuration, events, message, rows, snapshot, server, stream,
        upload,
    ]

    static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}

extension [UInt8] {
    /// Removes and returns the first byte; 0 if the array is empty.
    mutating func takeFirst() -> UInt8 { isEmpty ? 0 : removeFirst() }
}
