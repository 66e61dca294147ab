package import Journal

/// Decides for a room, in place of the room itself, when its clock runs and up to which instant its events are complete.
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
