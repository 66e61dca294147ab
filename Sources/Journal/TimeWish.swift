/// A server's wish to start or stop a room's clock, sent to a shared log, which decides.
public enum TimeWish: Sendable, Hashable {
    /// The clock starts. With `allAlong`, the room's time stops only while no server runs, so the time since the first
    /// server started counts too.
    case run(allAlong: Bool)
    /// The clock runs for this long and then stops, unless a server repeats the wish.
    case vouch(microseconds: Int64)
    /// The clock stops, unless another server vouches for it.
    case withdraw
}
