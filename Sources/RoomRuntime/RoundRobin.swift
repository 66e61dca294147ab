/// A schedule that gives every member, such as a room or a viewer, one turn in each round, and spreads the turns over
/// the round.
///
/// A round has a fixed number of slices, one for each instant. A member keeps its slice, so its turns are
/// never further apart than a round. The time to add or remove a member does not depend on their number.
package struct RoundRobin<Member: RoundRobinMember> {
    private var slices: [[Member]]
    private let fewMembers: Int
    package private(set) var count = 0

    /// `fewMembers`: the number of members that a slice gets before the next slice is used, so that few
    /// members need few wake-ups.
    package init(slices: Int, fewMembers: Int) {
        self.slices = Array(repeating: [], count: slices)
        self.fewMembers = fewMembers
    }

    /// The members with a turn at this instant.
    package subscript(instant: UInt64) -> [Member] { slices[Int(instant % UInt64(slices.count))] }

    /// Returns the next instant at which a member has its turn; nil if there are no members.
    package func next(after instant: UInt64) -> UInt64? {
        (1...UInt64(slices.count)).lazy.map { instant + $0 }.first { !self[$0].isEmpty }
    }

    package mutating func add(_ member: Member) {
        let slice = sliceForNext()
        member.turn = Turn(slice: slice, index: slices[slice].count)
        slices[slice].append(member)
        count += 1
    }

    package mutating func remove(_ member: Member) {
        guard let turn = member.turn else { return }
        member.turn = nil
        count -= 1
        let last = slices[turn.slice].removeLast()
        guard last !== member else { return }
        last.turn = turn
        slices[turn.slice][turn.index] = last
    }

    /// Returns the first slice with few members, or else the slice with the fewest.
    private func sliceForNext() -> Int {
        if let free = slices.firstIndex(where: { $0.count < fewMembers }) { return free }
        return slices.indices.min { slices[$0].count < slices[$1].count } ?? 0
    }
}

/// The position of a member in its `RoundRobin`.
package struct Turn {
    fileprivate let slice: Int
    fileprivate let index: Int
}

/// A member of at most one `RoundRobin` at a time.
package protocol RoundRobinMember: AnyObject {
    /// Only the `RoundRobin` sets it; nil: not a member.
    var turn: Turn? { get set }
}
