/// The queue of endpoints with ready descriptors. The event loop serves them in its order.
///
/// In a rank, every endpoint is served once before the first one is served again. A turn handles one request
/// of a client, so that a client with many requests does not keep the loop for itself.
struct ReadyQueue {
    enum Rank {
        /// Served before all other ranks: endpoints that must not be late, such as timers.
        case first
        /// Clients whose last response was no refusal, and which use little of the loop's time.
        case known
        /// New clients, refused clients, and clients that use much of the loop's time.
        case others
    }

    private var first = FIFOQueue<Endpoint>()
    private var known = FIFOQueue<Endpoint>()
    private var others = FIFOQueue<Endpoint>()

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
