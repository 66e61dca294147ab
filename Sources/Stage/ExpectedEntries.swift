public import Timeline

/// The instants at which a room's waiting entries will enter the stage, in the order of each queue;
/// nil where the instant is not known.
public struct ExpectedEntries: Hashable, Sendable {
    public private(set) var combos: [Instant?] = []
    /// The cards of the ticker.
    public private(set) var cards: [Instant?] = []
    public private(set) var calls: [Instant?] = []
    public private(set) var alerts: [Instant?] = []

    init() {}

    /// Creates entries without known instants.
    public init(unknown waiting: Waiting) { fill(waiting) }

    mutating func note(_ entered: Waiting, at instant: Instant) {
        combos += Array(repeating: instant, count: entered.combos)
        cards += Array(repeating: instant, count: entered.cards)
        calls += Array(repeating: instant, count: entered.calls)
        alerts += Array(repeating: instant, count: entered.alerts)
    }

    mutating func fill(_ waiting: Waiting) {
        combos += Array(repeating: nil, count: waiting.combos - combos.count)
        cards += Array(repeating: nil, count: waiting.cards - cards.count)
        calls += Array(repeating: nil, count: waiting.calls - calls.count)
        alerts += Array(repeating: nil, count: waiting.alerts - alerts.count)
    }
}

/// The number of entries that wait in each of a room's queues.
public struct Waiting: Hashable, Sendable {
    public var combos = 0
    /// The cards that wait for the ticker.
    public var cards = 0
    public var calls = 0
    public var alerts = 0

    static let none = Waiting()

    static func - (left: Waiting, right: Waiting) -> Waiting {
        Waiting(
            combos: left.combos - right.combos, cards: left.cards - right.cards,
            calls: left.calls - right.calls, alerts: left.alerts - right.alerts)
    }
}
