/// The queue of ready endpoints, in the order in which the event loop serves them.
///
/// In a rank, every endpoint is served once before the first one is served again. A turn handles one request
/// of a client, so that a client with many requests does not keep the loop for itself.
struct Round {
    enum Rank {
        /// Served before all other ranks: endpoints that must not be late, such as timers.
        case first
        /// Clients whose last response was no refusal, and which use little of the loop's time.
        case known
        /// New clients, refused clients, and clients that use much of the loop's time.
        case others
    }

    private var first = Line<Endpoint>()
    private var known = Line<Endpoint>()
    private var others = Line<Endpoint>()

    var isEmpty: Bool { first.isEmpty && known.isEmpty && others.isEmpty }

    mutating func add(_ endpoint: Endpoint) {
        switch endpoint.rank {
        case .first: first.add(endpoint)
        case .known: known.add(endpoint)
        case .others: others.add(endpoint)
        }
    }

    /// Removes and returns the next endpoint of a rank; nil if none is ready.
    mutating func next(_ rank: Rank) -> Endpoint? {
        switch rank {
        case .first: first.next()
        case .known: known.next()
        case .others: others.next()
        }
    }
}

/// A queue: first in, first out.
struct Line<Element> {
    /// The new elements, newest last.
    private var coming: [Element] = []
    /// The old elements, oldest last.
    private var going: [Element] = []

    var isEmpty: Bool { coming.isEmpty && going.isEmpty }

    mutating func add(_ element: Element) {
        coming.append(element)
    }

    mutating func next() -> Element? {
        if going.isEmpty {
            swap(&coming, &going)
            going.reverse()
        }
        return going.popLast()
    }
}

/// The time of the loop that an endpoint has used recently.
struct LoopUse {
    /// The fair share is a fiftieth of the time. A burst of a fiftieth of `spanNanoseconds`, 20 ms, is fair
    /// too.
    private static let part: UInt64 = 50
    private static let spanNanoseconds: UInt64 = 1_000_000_000

    /// The time at which its use will be a fiftieth of the time that has passed.
    private var settledNanoseconds: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64, atNanoseconds now: UInt64) {
        let settled = max(settledNanoseconds, now) + Self.part * nanoseconds
        // Use of long ago does not count against an endpoint, because no other client may have needed the
        // time.
        settledNanoseconds = min(settled, now + 2 * Self.spanNanoseconds)
    }

    func isMuch(atNanoseconds now: UInt64) -> Bool { fairNanoseconds > now }

    /// A pause that was longer than necessary gives no credit for a larger use afterwards.
    mutating func endRest(atNanoseconds now: UInt64) {
        settledNanoseconds = max(settledNanoseconds, now + Self.spanNanoseconds)
    }

    /// The time from which the use is fair again.
    var fairNanoseconds: UInt64 {
        settledNanoseconds - min(settledNanoseconds, Self.spanNanoseconds)
    }
}
