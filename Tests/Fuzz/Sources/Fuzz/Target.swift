/// What is fed with bytes, and what must hold of them whatever they are: a breach traps.
struct Target: Sendable {
    let name: String
    /// What to begin with.
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
    ]
}

extension [UInt8] {
    /// Takes the first byte off; 0 where there is none.
    mutating func takeFirst() -> UInt8 { isEmpty ? 0 : removeFirst() }
}
