public import Timeline

/// How many wait, in each of a room's queues.
public struct Waiting: Hashable, Sendable {
    public var combos = 0
    /// For the ticker.
    public var cards = 0
    public var calls = 0

    static let none = Waiting()

    static func - (left: Waiting, right: Waiting) -> Waiting {
        Waiting(
            combos: left.combos - right.combos, cards: left.cards - right.cards,
            calls: left.calls - right.calls)
    }
}

/// When what waits will enter, in the order of each queue; nil if that is not known.
public struct ExpectedEntries: Hashable, Sendable {
    public private(set) var combos: [Instant?] = []
    /// Of the ticker.
    public private(set) var cards: [Instant?] = []
    public private(set) var calls: [Instant?] = []

    init() {}

    /// Nothing is known of when these will enter.
    public init(unknown waiting: Waiting) { fill(waiting) }

    mutating func note(_ entered: Waiting, at instant: Instant) {
        combos += Array(repeating: instant, count: entered.combos)
        cards += Array(repeating: instant, count: entered.cards)
        calls += Array(repeating: instant, count: entered.calls)
    }

    mutating func fill(_ waiting: Waiting) {
        combos += Array(repeating: nil, count: waiting.combos - combos.count)
        cards += Array(repeating: nil, count: waiting.cards - cards.count)
        calls += Array(repeating: nil, count: waiting.calls - calls.count)
    }
}
