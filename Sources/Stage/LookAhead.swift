public import Timeline

/// A look at when what waits in a room will enter the stage if nothing else happens.
///
/// Exact: a copy of the room is run ahead, as far as one likes to look. What waits for somebody to
/// resume, or for longer than was looked ahead, has no instant.
public struct LookAhead: Sendable {
    private var ahead: Room
    private let waiting: Waiting
    private var known = ExpectedEntries()

    public init(_ room: Room) {
        ahead = room
        waiting = room.waiting
    }

    /// Looks on as long as `goesOn`, which is asked before each transition. Returns whether there is
    /// nothing further to be seen.
    public mutating func run(while goesOn: () -> Bool) -> Bool {
        while ahead.waiting != .none, let due = ahead.due {
            guard goesOn() else { return false }
            let before = ahead.waiting
            ahead.advance(to: due)
            _ = ahead.takeMilestones()
            known.note(before - ahead.waiting, at: due)
        }
        return true
    }

    /// What is known by now.
    public var entries: ExpectedEntries {
        var entries = known
        entries.fill(waiting)
        return entries
    }
}

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
