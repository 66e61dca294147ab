/// The connected clients of one kind (connections or streams), in no order. A scan can visit all of them in many steps,
/// while clients come and go.
///
/// The time to add, remove or visit a client does not depend on their number.
struct Roster<Member: RosterMember> {
    private(set) var members: [Member] = []
    /// The number of members that the scan has not visited: the first ones.
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

    /// True if the scan is complete.
    var isSeen: Bool { unseenCount == 0 || members.isEmpty }

    /// Begins a scan of all present members.
    mutating func beginLook() { unseenCount = members.count }

    /// Returns the next member of the scan; nil: the scan is complete. Each member is visited. A member that
    /// moves to the place of a removed one may be visited twice.
    mutating func next() -> Member? {
        unseenCount = min(unseenCount, members.count)
        guard unseenCount > 0 else { return nil }
        unseenCount -= 1
        return members[unseenCount]
    }
}

/// A member of at most one `Roster` at a time.
protocol RosterMember: AnyObject {
    /// The member's index. Only the `Roster` sets it.
    var position: Int { get set }
}
