/// What a room shows.
extension Room {
    /// Whether frames after `now` differ from the frame of `now` before the room is next `due`.
    public var isMoving: Bool {
        occupied.contains(.calls) && calls.isMoving(at: now)
            || occupied.contains(.gifts) && gifts.isMoving(at: now)
            || occupied.contains(.ticker) && ticker.isMoving(at: now)
            || occupied.contains(.captions) && captions.isMoving(at: now)
            || occupied.contains(.counters) && counters.isMoving(at: now)
            || occupied.contains(.goals) && goals.isMoving(at: now)
            || occupied.contains(.effects) && effects.isMoving(at: now)
    }

    /// Writes the frame of `now` over `frame`, whose storage is used again; returns whether the room
    /// `isMoving`.
    ///
    /// Changes nothing. It is mutating because a method that is not would be given a copy of a room
    /// that is a property of a class.
    @discardableResult
    public mutating func sample(into frame: inout Frame) -> Bool {
        frame.time = now
        frame.nodes.removeAll(keepingCapacity: true)
        if occupied.contains(.effects) {
            effects.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.ticker) {
            ticker.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.gifts) {
            gifts.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.counters) {
            counters.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.goals) {
            goals.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.captions) {
            captions.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.calls) {
            calls.sample(at: now, in: context, into: &frame.nodes)
        }
        return isMoving
    }
}

/// The widgets of a room that are not empty.
struct Occupied: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let calls = Occupied(rawValue: 1 << 0)
    static let gifts = Occupied(rawValue: 1 << 1)
    static let ticker = Occupied(rawValue: 1 << 2)
    static let captions = Occupied(rawValue: 1 << 3)
    static let counters = Occupied(rawValue: 1 << 4)
    static let goals = Occupied(rawValue: 1 << 5)
    static let effects = Occupied(rawValue: 1 << 6)
}

extension Occupied {
    init(of room: Room) {
        self = []
        if !room.calls.isEmpty { insert(.calls) }
        if !room.gifts.isEmpty { insert(.gifts) }
        if !room.ticker.isEmpty { insert(.ticker) }
        if !room.captions.isEmpty { insert(.captions) }
        if !room.counters.isEmpty { insert(.counters) }
        if !room.goals.isEmpty { insert(.goals) }
        if !room.effects.isEmpty { insert(.effects) }
    }
}
