/// Whose turn is when, in a round that goes on for ever: everybody has one turn a round, and those
/// who are many have theirs at different instants.
///
/// A round has a fixed number of slices. A member keeps its slice, so its turns are never further
/// apart than a round. Adding and removing take the same time however many there are.
struct Turns<Member: TurnTaker> {
    /// So many share a slice before the next one is begun: few members have few instants.
    static var fewMembers: Int { 64 }

    private var slices: [[Member]]
    private(set) var count = 0

    init(slices: Int) {
        self.slices = Array(repeating: [], count: slices)
    }

    /// Those whose turn it is at an instant, told by its number.
    subscript(instant: UInt64) -> [Member] { slices[Int(instant % UInt64(slices.count))] }

    /// The next instant after this one at which it is somebody's turn; nil where there is nobody.
    func next(after instant: UInt64) -> UInt64? {
        (1...UInt64(slices.count)).lazy.map { instant + $0 }.first { !self[$0].isEmpty }
    }

    mutating func add(_ member: Member) {
        let slice = place()
        member.turn = Turn(slice: slice, index: slices[slice].count)
        slices[slice].append(member)
        count += 1
    }

    mutating func remove(_ member: Member) {
        guard let turn = member.turn else { return }
        member.turn = nil
        count -= 1
        let last = slices[turn.slice].removeLast()
        guard last !== member else { return }
        last.turn = turn
        slices[turn.slice][turn.index] = last
    }

    /// The first slice with few members; the one with the fewest where none has.
    private func place() -> Int {
        if let free = slices.firstIndex(where: { $0.count < Self.fewMembers }) { return free }
        return slices.indices.min { slices[$0].count < slices[$1].count } ?? 0
    }
}

/// Where a member stands in its turns.
struct Turn {
    fileprivate let slice: Int
    fileprivate let index: Int
}

/// What can have its turn.
protocol TurnTaker: AnyObject {
    /// Kept for its `Turns`; nil while it is among none.
    var turn: Turn? { get set }
}
