public import Texts
public import Timeline

/// Finds the time that clocks of the standing `wall` have lost while room time stood still.
extension Room {
    /// The lost time of one clock.
    public struct LostTime: Hashable, Sendable {
        public let counter: Text
        /// Below 0 if the wall clock was set back.
        public let microseconds: Int64
        /// The instant since which the clock has lost it.
        public let since: Instant
    }

    /// Returns the time that running clocks have lost until `instant`, which is at `wall` microseconds since 1970.
    public func lostTimes(at instant: Instant, wall: Int64) -> [LostTime] {
        counters.lostTimes(at: instant, wall: wall)
    }
}

extension Counters {
    /// True if a running clock follows the wall clock.
    var hasWallClocks: Bool {
        counters.elements.containsInPlace {
            $0.clock.map { $0.isRunning && $0.standing == .wall } ?? false
        }
    }

    fileprivate func lostTimes(at instant: Instant, wall: Int64) -> [Room.LostTime] {
        counters.elements.compactMap { counter in
            counter.clock?.lostTime(at: instant, wall: wall).map {
                Room.LostTime(counter: counter.name, microseconds: $0.microseconds, since: $0.since)
            }
        }
    }
}
