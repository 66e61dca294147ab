/// A schedule in rounds: every member has one turn in each round, and many members are spread over
/// the round, so that they don't all have theirs at one instant.
///
/// A round has a fixed number of slices, an instant each. A member keeps its slice, so its turns
/// are never further apart than a round. Adding and removing take the same time however many there
/// are.
struct RoundRobin<Member: RoundRobinMember> {
    private var slices: [[Member]]
    private let fewMembers: Int
    private(set) var count = 0

    /// A slice takes `fewMembers` before the next one is begun, so that few members need few
    /// wake-ups.
    init(slices: Int, fewMembers: Int) {
        self.slices = Array(repeating: [], count: slices)
        self.fewMembers = fewMembers
    }

    /// The members whose turn it is at the instant of this number.
    subscript(instant: UInt64) -> [Member] { slices[Int(instant % UInt64(slices.count))] }

    /// The next instant at which it is somebody's turn; nil if there are no members.
    func next(after instant: UInt64) -> UInt64? {
        (1...UInt64(slices.count)).lazy.map { instant + $0 }.first { !self[$0].isEmpty }
    }

    mutating func add(_ member: Member) {
        let slice = sliceForNext()
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

    /// The first slice with few members, else the one with the fewest.
    private func sliceForNext() -> Int {
        if let free = slices.firstIndex(where: { $0.count < fewMembers }) { return free }
        return slices.indices.min { slices[$0].count < slices[$1].count } ?? 0
    }
}

/// Where `RoundRobin` keeps a member.
struct Turn {
    fileprivate let slice: Int
    fileprivate let index: Int
}

/// What can be a member of a `RoundRobin`, of one at a time.
protocol RoundRobinMember: AnyObject {
    /// Set by its `RoundRobin` alone; nil while it is a member of none.
    var turn: Turn? { get set }
}
