/// What a server wishes of a room's time, if the log decides.
public enum TimeWish: Sendable, Hashable {
    /// It runs from now on. `allAlong`: it never stood still but while no server was there.
    case run(allAlong: Bool)
    /// It runs for so long; then it stands still, unless somebody has said so again.
    case vouch(microseconds: Int64)
    /// It stands still, unless another vouches for it.
    case withdraw
}
