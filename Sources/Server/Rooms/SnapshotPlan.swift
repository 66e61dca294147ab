import Stage

/// When a room's next snapshot is due: by the bytes that its events have taken since the newest one.
struct SnapshotPlan {
    /// How many bytes the journal takes for an event beside its content.
    private static let bytesAnEvent = 100
    /// No snapshot is made for fewer bytes of events.
    private static let leastBytes = 64 << 10
    /// A snapshot is made without waiting for the next round once events have taken so many times
    /// its bytes.
    private static let haste = 4

    /// The newest event that a snapshot covers.
    private(set) var seq: Int64
    /// About how many bytes of the journal the events since then have taken.
    private var bytes = 0

    init(seq: Int64) {
        self.seq = seq
    }

    /// Takes in that an event was applied.
    mutating func note(_ kind: Event.Kind) {
        bytes += Self.bytesAnEvent + kind.byteEstimate
    }

    /// Takes in that there is a snapshot of the room after the event `seq`.
    mutating func noteSnapshot(upTo seq: Int64) {
        self = SnapshotPlan(seq: seq)
    }

    /// Whether events have taken the bytes of a snapshot: it takes no more than about what they took,
    /// so all that is written is no more than about three times what came.
    func isDue(_ roomBytes: @autoclosure () -> Int) -> Bool { have(taken: 1, roomBytes) }

    /// Whether a snapshot can't wait for the next round.
    func isUrgent(_ roomBytes: @autoclosure () -> Int) -> Bool {
        have(taken: Self.haste, roomBytes)
    }

    /// Whether the events have taken so many times a snapshot's bytes, at least `leastBytes`.
    private func have(taken times: Int, _ roomBytes: () -> Int) -> Bool {
        // For most rooms it need not be known how large they are.
        bytes >= times * Self.leastBytes && bytes >= times * roomBytes()
    }
}
