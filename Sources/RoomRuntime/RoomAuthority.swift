package import Journal

/// Decides when a room's clock runs, and up to which instant the room's events are complete. A room without an
/// authority decides itself.
package protocol RoomAuthority: AnyObject {
    /// The log time in microseconds up to which the room has all its events; nil: unknown.
    var certainMicroseconds: Int64? { get }
    /// True if the room may leave memory: no caller waits for a decision about one of its events.
    var allowsEviction: Bool { get }
    /// True if the room may not set its clock itself.
    func decidesClock(of timeline: RoomTimeline) -> Bool
    /// Returns the record that requests a change of the clock; nil: no request is due. `mayRun`: the room's
    /// configuration and viewers let the clock run.
    func clockRequest(
        for timeline: RoomTimeline, mayRun: Bool, atNanoseconds nanoseconds: UInt64
    ) -> Record?
    /// Begins again, because the log has no event of the room any more.
    func restart()
}
