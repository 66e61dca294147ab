public import Texts

/// The list of a room's events that wait for a moderator's approval, the oldest first.
///
/// It has only their IDs; the events themselves are in the history. The rules are in
/// `docs/behaviour.md`.
public struct HeldEvents: Hashable, Sendable {
    private struct Place: Hashable {
        let id: Text
        let wallMicroseconds: Int64
        /// The ID of the streak that the event is a part of, and the running total of the part.
        let streak: Text?
        let count: Int
        /// The number of its gifts that no other event has reported; nil without a report.
        let addition: Int?
    }

    /// The maximum number of waiting events; beyond it, the oldest is dropped.
    public static let most = 100
    /// The time after which an event no longer waits.
    public static let longestMicroseconds: Int64 = 7 * 86_400_000_000

    private var places: [Place] = []

    init() {}

    public var isEmpty: Bool { places.isEmpty }

    /// Returns the IDs of the events that still wait at `now`, in microseconds since 1970, the
    /// oldest first.
    public func ids(atWallMicroseconds now: Int64) -> [Text] {
        places.filter { now - $0.wallMicroseconds < Self.longestMicroseconds }.map(\.id)
    }

    var byteEstimate: Int {
        places.reduce(0) { $0 + 80 + $1.id.byteCount + ($1.streak?.byteCount ?? 0) }
    }

    /// Returns true if the event waits.
    public func contains(_ id: Text) -> Bool { places.contains { $0.id == id } }

    /// Returns the number of gifts that the approval of a waiting event adds; nil: all that the
    /// event has.
    public func addition(of id: Text) -> Int? { places.first { $0.id == id }?.addition }

    /// Adds an event. Of a streak with an ID of its own, only the part with the highest total
    /// waits.
    mutating func add(_ hold: HeldEvent, id: Text, addition: Int? = nil) {
        places.removeAll { $0.wallMicroseconds <= hold.wallMicroseconds - Self.longestMicroseconds }
        let streak = hold.streak.flatMap { $0.part.recurs ? nil : $0 }
        if let streak, let known = places.firstIndex(where: { $0.streak == streak.part.id }) {
            guard places[known].count < streak.count else { return }
            places.remove(at: known)
        }
        places.append(
            Place(
                id: id, wallMicroseconds: hold.wallMicroseconds, streak: streak?.part.id,
                count: streak?.count ?? 1, addition: addition))
        if places.count > Self.most { places.removeFirst() }
    }

    /// Removes an event, if it waits.
    mutating func remove(_ id: Text) {
        places.removeAll { $0.id == id }
    }

    /// Removes the waiting part of a streak.
    mutating func remove(streak: Text) {
        places.removeAll { $0.streak == streak }
    }
}

extension Refusal {
    static func notHeld(_ id: Text) -> Refusal {
        .missing("\(id) does not wait for anybody's word.")
    }
}

// MARK: State

extension HeldEvents {
    private struct Kept: Restorable {
        let place: Place

        init(_ place: Place) {
            self.place = place
        }

        func save(to state: inout StateWriter) {
            state.put("id", place.id)
            state.put("wall", Int(place.wallMicroseconds))
            state.put("streak", place.streak)
            state.put("count", place.count, unless: 1)
            state.put("adds", place.addition ?? 0)
        }

        init?(_ state: StateReader) {
            guard let id = state.text("id") else { return nil }
            let addition = state.whole("adds", in: 0...StateReader.counts, or: 0)
            place = Place(
                id: id, wallMicroseconds: Int64(state.whole("wall", in: 0...(1 << 53), or: 0)),
                streak: state.text("streak"),
                count: state.whole("count", in: 1...StateReader.counts, or: 1),
                addition: addition > 0 ? addition : nil)
        }
    }

    func save(as key: Text, to state: inout StateWriter) {
        state.put(key, parts: places.map(Kept.init))
    }

    init(_ state: StateReader, at key: Text) {
        for kept: Kept in state.parts(key).suffix(Self.most) where !contains(kept.place.id) {
            places.append(kept.place)
        }
    }
}
