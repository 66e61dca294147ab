import Timeline

/// A look at when what waits in a room will enter the stage if nothing else happens.
///
/// Exact: a copy of the room is run ahead, as far as one likes to look. What waits for somebody to
/// resume, or for longer than was looked ahead, has no instant.
///
///     var look = LookAhead(room)
///     while !look.run(while: { hasTimeLeft() }) { … }   // or be content with what is known
///     let entries = look.entries
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
            _ = ahead.takeCues()
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
