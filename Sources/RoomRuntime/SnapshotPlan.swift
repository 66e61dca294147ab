import Stage

/// Decides when a room's next snapshot is due, by the bytes of the events since the last snapshot.
struct SnapshotPlan {
    /// The bytes that the journal needs for an event beside its content.
    private static let bytesAnEvent = 100
    /// The minimum bytes of events before a snapshot.
    private static let leastBytes = 64 << 10
    /// A snapshot does not wait for the next round of `Upkeep` if the events have this many times its size.
    private static let haste = 4

    /// The newest event that a snapshot covers.
    package private(set) var seq: Int64
    /// The estimated bytes of the events since then.
    private var bytes = 0

    package init(seq: Int64) {
        self.seq = seq
    }

    /// Adds an event that was applied.
    package mutating func note(_ kind: Event.Kind) {
        bytes += Self.bytesAnEvent + kind.byteEstimate
    }

    /// Starts again after a snapshot that covers the events up to `seq`.
    mutating func noteSnapshot(upTo seq: Int64) {
        self = SnapshotPlan(seq: seq)
    }

    /// True if the events since the last snapshot have taken as many bytes as a snapshot takes. So snapshots take about
    /// as many bytes as events, and the total that is written stays below about three times the events.
    package func isDue(_ roomBytes: @autoclosure () -> Int) -> Bool { have(taken: 1, roomBytes) }

    /// True if a snapshot must not wait for the next round of `Upkeep`.
    package func isUrgent(_ roomBytes: @autoclosure () -> Int) -> Bool {
        have(taken: Self.haste, roomBytes)
    }

    /// True if the events have taken `times` the bytes of a snapshot, and `times` the minimum.
    private func have(taken times: Int, _ roomBytes: () -> Int) -> Bool {
        // The first condition is false for most rooms, so their sizes are not computed.
        bytes >= times * Self.leastBytes && bytes >= times * roomBytes()
    }
}
