import Texts

/// Something that makes its room's snapshot (docs/snapshot.md) larger.
protocol Weighed {
    /// About how many bytes it takes there: its texts, and about as much again as its keys and
    /// numbers do.
    var byteEstimate: Int { get }
}

extension Text? {
    /// What a text takes that may be missing.
    var byteEstimate: Int { map { $0.byteCount + 12 } ?? 0 }
}
