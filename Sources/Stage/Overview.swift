public import Timeline

/// What a room is doing at an instant, for people and tools rather than for drawing.
public struct Overview: Hashable, Sendable {
    public var time: Instant
    public var isHeld: Bool
    public var channels: [ShownCombo] = []
    /// The combos that wait, the next one first.
    public var queue: [WaitingCombo] = []
    public var counters: [ShownCounter] = []
    /// Slots and texts of the captions shown, by row.
    public var captions: [ShownCaption] = []
    /// The calls that stand, by slot, and those that wait, in order.
    public var calls: [ShownCall] = []
    /// The ids of the gifts whose cards wait for the ticker.
    public var tickerQueue: [String] = []

    public struct ShownCombo: Hashable, Sendable {
        public let channel: Int
        /// `animating`, `willEnd` or `endAnimating`; an idle channel is not listed.
        public let state: String
        public let combo: String
        public let sender: String
        public let gift: String
        /// What the digit shows.
        public let count: Int
        public let target: Int
    }

    public struct WaitingCombo: Hashable, Sendable {
        public let combo: String
        public let sender: String
        public let gift: String
        public let count: Int
    }

    public struct ShownCounter: Hashable, Sendable {
        public let name: String
        public let text: String
        public let value: Hundredths
    }

    public struct ShownCaption: Hashable, Sendable {
        public let id: String
        public let slot: String
        public let text: String
    }

    public struct ShownCall: Hashable, Sendable {
        public let id: String
        public let name: String
        /// nil: it waits.
        public let slot: Int?
    }
}

extension Room {
    /// What the room is doing now.
    public var overview: Overview {
        var overview = Overview(time: now, isHeld: isHeld)
        describe(into: &overview)
        return overview
    }

    /// When each thing that waits will enter the stage if nothing else happens, by its id.
    ///
    /// Exact: the room is run ahead on a copy. What waits for somebody to resume has no instant.
    public func expectedEntries() -> [String: Instant] {
        var ahead = self
        _ = ahead.takeMilestones()
        var entries: [String: Instant] = [:]
        var stepsLeft = Self.longestLook
        while ahead.hasWaiting, stepsLeft > 0, let due = ahead.due {
            ahead.advance(to: due)
            for milestone in ahead.takeMilestones() where milestone.step == .entered {
                entries[milestone.id] = milestone.time
            }
            stepsLeft -= 1
        }
        return entries
    }

    /// Instants looked at before giving up: enough for the longest queue that a room may have.
    private static let longestLook = 200_000
}
