public import Texts

/// What a platform told of, kept until somebody says whether it is to happen.
public struct Hold: Hashable, Sendable {
    /// The platform's kind.
    public let source: Text
    /// When it came, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// What is to happen, and then what comes with it.
    public let kinds: [Event.Kind]

    /// `kinds` has one at least; the first is a gift, a call or a caption.
    public init(source: Text, wallMicroseconds: Int64, kinds: [Event.Kind]) {
        self.source = source
        self.wallMicroseconds = wallMicroseconds
        self.kinds = kinds
    }

    /// The report of its gifts; nil: it has none, or is a test.
    var report: (report: GiftReport, count: Int)? {
        guard case .gift(let gift, nil)? = kinds.first, let report = gift.report else {
            return nil
        }
        return (report, gift.count)
    }

    /// The part of a streak that it tells of; nil: of none.
    var streak: (part: StreakPart, count: Int)? {
        guard case .gift(let gift, _)? = kinds.first, let part = gift.streak else { return nil }
        return (part, gift.count)
    }
}

extension Hold: Weighed {
    var byteEstimate: Int { kinds.reduce(60) { $0 + $1.byteEstimate } }
}

/// Which events of a room wait for somebody's word, the oldest first.
///
/// Only their ids: what they are is in the history. The rules are in `docs/behaviour.md`.
public struct Held: Hashable, Sendable {
    private struct Place: Hashable {
        let id: Text
        let wallMicroseconds: Int64
        /// The streak that it is a part of, and what that has come to.
        let streak: Text?
        let count: Int
        /// The number of its gifts that no other event has reported; nil: it reports none.
        let addition: Int?
    }

    /// So many wait; one more, and the oldest is not shown any more.
    public static let most = 100
    /// For so long they wait.
    public static let longestMicroseconds: Int64 = 7 * 86_400_000_000

    private var places: [Place] = []

    init() {}

    public var isEmpty: Bool { places.isEmpty }

    /// The oldest first, of those that came no longer before `wallMicroseconds`, a time since 1970, than
    /// they may wait.
    public func ids(atWallMicroseconds now: Int64) -> [Text] {
        places.filter { now - $0.wallMicroseconds < Self.longestMicroseconds }.map(\.id)
    }

    var byteEstimate: Int {
        places.reduce(0) { $0 + 80 + $1.id.byteCount + ($1.streak?.byteCount ?? 0) }
    }

    /// Whether an event waits.
    public func contains(_ id: Text) -> Bool { places.contains { $0.id == id } }

    /// The number of gifts that the approval of a waiting event adds; nil: all that the event has.
    public func addition(of id: Text) -> Int? { places.first { $0.id == id }?.addition }

    /// Has one wait. Of a streak only the part waits that tells of most.
    mutating func add(_ hold: Hold, id: Text, addition: Int? = nil) {
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

    /// It waits no more, if it did.
    mutating func remove(_ id: Text) {
        places.removeAll { $0.id == id }
    }

    /// No part of a streak waits any more.
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

extension Held {
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
