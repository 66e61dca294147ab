import Timeline

/// A forecast of the instants at which a room's waiting entries enter the stage if no event comes.
///
/// The forecast is exact: it advances a copy of the room, as far as the caller allows. An entry
/// that waits for a `resume`, or for longer than the forecast reaches, has no instant.
///
///     var look = LookAhead(room)
///     while !look.run(while: { hasTimeLeft() }) { … }   // or stop early
///     let entries = look.entries
public struct LookAhead: Sendable {
    private var ahead: Room
    private let waiting: Waiting
    private var known = ExpectedEntries()

    public init(_ room: Room) {
        ahead = room
        waiting = room.waiting
    }

    /// Advances the copy while `goesOn`, asked before each transition, returns true. Returns true
    /// if there is no further instant to find.
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

    /// The instants found so far.
    public var entries: ExpectedEntries {
        var entries = known
        entries.fill(waiting)
        return entries
    }
}
