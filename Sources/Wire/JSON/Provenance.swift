/// The origin of a JSON document (a sender or the history), which determines the limits for its content.
public enum Provenance: Sendable {
    /// A client sends the document now: every limit applies.
    case sender
    /// The document was accepted before, perhaps by an earlier version: everything that any version
    /// accepted is accepted again.
    case history
}
