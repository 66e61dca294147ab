/// A SplitMix64 generator: the same seed always gives the same numbers, so a failure can be
/// repeated.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public mutating func int(below bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    public mutating func int(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + int(below: range.count)
    }

    public mutating func element<Element>(of elements: [Element]) -> Element {
        elements[int(below: elements.count)]
    }

    /// True once in `count` calls on average.
    public mutating func chance(oneIn count: Int) -> Bool {
        int(below: count) == 0
    }
}
