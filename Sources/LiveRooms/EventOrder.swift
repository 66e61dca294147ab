package import Journal

/// Decides when recorded events are applied to their rooms.
package protocol EventOrder: AnyObject {
    /// Called before the journal's new results are handled.
    func beginTurn()
    /// Handles the journal's result for an event. Returns true if the room has changed; nil if the event is applied in
    /// the order of the results.
    func settle(_ pending: PendingEvent, with verdict: Verdict) -> Bool?
    /// Applies the events whose turn has come, in a room that had more work due than the loop had time for.
    func resume(_ room: LiveRoom)
    /// Returns the place of the configuration that a change of the configuration builds on; nil: the order needs none.
    func basis(of submission: Submission) -> Int64?
    /// Calls `body` once the room has applied the event at `seq`.
    func whenApplied(_ seq: Int64, in room: LiveRoom, _ body: @escaping () -> Void)
    /// Answers the callers that wait for events of a room which leaves memory. Returns the calls to make once the room
    /// has been removed.
    func leave(_ room: LiveRoom) -> [() -> Void]
}

/// Applies events in the order of the journal's results.
final class JournalOrder: EventOrder {
    func beginTurn() {}

    func settle(_ pending: PendingEvent, with verdict: Verdict) -> Bool? { nil }

    func resume(_ room: LiveRoom) {}

    func basis(of submission: Submission) -> Int64? { nil }

    func whenApplied(_ seq: Int64, in room: LiveRoom, _ body: @escaping () -> Void) { body() }

    func leave(_ room: LiveRoom) -> [() -> Void] { [] }
}
