/// Where a document comes from, which says how long its texts may be.
public enum Provenance: Sendable {
    /// Somebody sends it now: every limit holds.
    case sender
    /// It was taken before, perhaps by an earlier version: what any version took is taken.
    case history
}
