/// Those of one kind that are connected, in no order. They can be looked at one after the other, while
/// others come and go.
///
/// Adding, removing and looking at one take the same time however many there are.
struct Roster<Member: RosterMember> {
    private(set) var members: [Member] = []
    /// How many, from the first on, are still to be looked at.
    private var unseenCount = 0

    mutating func add(_ member: Member) {
        member.position = members.count
        members.append(member)
    }

    mutating func remove(_ member: Member) {
        let last = members.removeLast()
        guard last !== member else { return }
        last.position = member.position
        members[member.position] = last
    }

    /// Whether all have been looked at.
    var isSeen: Bool { unseenCount == 0 || members.isEmpty }

    /// Has all that are there now looked at.
    mutating func beginLook() { unseenCount = members.count }

    /// The next to be looked at; nil: all have been. Nobody is passed over; who takes the place of one
    /// that has gone may come twice.
    mutating func next() -> Member? {
        unseenCount = min(unseenCount, members.count)
        guard unseenCount > 0 else { return nil }
        unseenCount -= 1
        return members[unseenCount]
    }
}

/// What can be in a `Roster`, in one at a time.
protocol RosterMember: AnyObject {
    /// Its index among the members, set by the `Roster` alone.
    var position: Int { get set }
}
