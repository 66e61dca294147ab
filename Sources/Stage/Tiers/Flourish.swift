import Texts
public import Timeline

/// The decoration of an expensive gift in a frame, as its tier, a seed and the instants of its movements. A page draws
/// the decoration from these instants, the room time and the seed alone, so that all pages show the same.
public struct Flourish: Hashable, Sendable {
    /// 1 to 4.
    public var tier: Int
    /// 0 to 65,535: the `seq` of the first gift's event, modulo 65,536.
    public var seed: Int
    /// The instant at which the entrance began.
    public var born: Instant
    /// The instant at which the current or last pop began.
    public var popped: Instant?
    /// The instant at which the tier last rose.
    public var rose: Instant?
    /// The instant at which the exit or the fade began.
    public var left: Instant?
    /// The count shown before the current or last pop; nil if it equals the count.
    public var roll: Int?

    /// The number of seeds.
    static let seeds: Int64 = 65536

    static func seed(ofEvent seq: Int64) -> Int { Int(seq % seeds) }
}

/// The tier that a row or card has reached.
struct TierProgress: Hashable, Sendable {
    /// 0 to 4.
    private(set) var tier: Int
    /// The instant at which the tier last rose; nil if it never did.
    private(set) var rose: Instant?

    /// `tier` is the tier of count 1.
    init(_ tier: Int) {
        self.tier = tier
    }

    /// Rises to `tier` at `instant`. A tier never falls.
    mutating func rise(to tier: Int, at instant: Instant) {
        guard tier > self.tier else { return }
        self.tier = tier
        rose = instant
    }
}

extension TierProgress: Restorable {
    func save(to state: inout StateWriter) {
        state.put("tier", tier)
        state.put("rose", rose)
    }

    init?(_ state: StateReader) {
        tier = state.whole("tier", in: 0...TierThresholds.count, or: 0)
        rose = state.instant("rose")
    }
}

extension StateReader {
    /// Returns the seed of a flourish or a film.
    func seed(_ key: Text) -> Int { whole(key, in: 0...Int(Flourish.seeds - 1), or: 0) }
}
