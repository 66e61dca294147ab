/// The origin of a document, which determines its limits.
public enum Provenance: Sendable {
    /// A client sends the document now: every limit applies.
    case sender
    /// The document was accepted before, perhaps by an earlier version: everything that any version
    /// accepted is accepted again.
    case history
}
