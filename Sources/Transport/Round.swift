/// Those that are ready, in the order in which the loop serves them.
///
/// Within a rank each is served once, then the next. What a client has sent is served a request at a time,
/// so that none has the loop to itself by sending more.
struct Round {
    enum Rank {
        /// Served at once, however many others are ready: what must not come late.
        case first
        /// Clients that have been answered well and take little of the loop's time.
        case known
        /// Who is new, was refused, or takes much of it.
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

    /// Takes out who is served next of a rank; nil if nobody is ready.
    mutating func next(_ rank: Rank) -> Endpoint? {
        switch rank {
        case .first: first.next()
        case .known: known.next()
        case .others: others.next()
        }
    }
}

/// First come, first served.
struct Line<Element> {
    /// The newest last.
    private var coming: [Element] = []
    /// The oldest last.
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

/// How much of the loop's time an endpoint has had of late.
struct LoopUse {
    /// Much is more than a fiftieth of the time, and than a fiftieth of this at once.
    private static let part: UInt64 = 50
    private static let spanNanoseconds: UInt64 = 1_000_000_000

    /// When a fiftieth of the time that went by will have made up for what it has had.
    private var settledNanoseconds: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64, atNanoseconds now: UInt64) {
        let settled = max(settledNanoseconds, now) + Self.part * nanoseconds
        // What it had long ago, when nobody else wanted it, is not held against it.
        settledNanoseconds = min(settled, now + 2 * Self.spanNanoseconds)
    }

    func isMuch(atNanoseconds now: UInt64) -> Bool { fairNanoseconds > now }

    /// Who rested for longer than need be may not take more for it at once.
    mutating func endRest(atNanoseconds now: UInt64) {
        settledNanoseconds = max(settledNanoseconds, now + Self.spanNanoseconds)
    }

    /// From when on it is not much any more.
    var fairNanoseconds: UInt64 {
        settledNanoseconds - min(settledNanoseconds, Self.spanNanoseconds)
    }
}
