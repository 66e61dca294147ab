import Texts

/// A value that can estimate its size in a room's snapshot (docs/snapshot.md).
protocol Weighed {
    /// The approximate bytes of the value's texts, plus about the space that its keys and numbers
    /// take.
    var byteEstimate: Int { get }
}

extension Text? {
    /// The estimate for an optional text.
    var byteEstimate: Int { map { $0.byteCount + 12 } ?? 0 }
}
