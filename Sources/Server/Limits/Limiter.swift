import Texts
import Transport

/// Keeps everybody to the limits.
///
/// Somebody on this machine who needs no key is not limited. Belongs to the loop's thread.
final class Limiter {
    private let rates: [Limit: Rate]
    private let proxies: TrustedProxies
    private let metrics: Metrics
    private var requestsOfKeys: TokenBuckets<Text>
    private var requestsOfAddresses: TokenBuckets<ClientAddress>
    private var eventsOfRooms: TokenBuckets<Text>
    private var joinsOfKeys: TokenBuckets<Text>
    private var joinsOfAddresses: TokenBuckets<ClientAddress>
    /// What was last found of an address that speaks for itself: the same ask again and again.
    private var newest: (connected: Text, client: ClientAddress?)?

    init(_ changes: [LimitChange], proxies: TrustedProxies, metrics: Metrics) {
        var rates: [Limit: Rate] = [:]
        for limit in Limit.all { rates[limit] = limit.rate }
        for change in changes {
            if let limit = Limit.all.first(where: { $0.name == change.name }) {
                rates[limit] = change.rate
            }
        }
        func buckets<Name>(_ limit: Limit) -> TokenBuckets<Name> {
            TokenBuckets(rates[limit] ?? limit.rate)
        }
        self.rates = rates
        self.proxies = proxies
        self.metrics = metrics
        requestsOfKeys = buckets(.requestsPerKey)
        requestsOfAddresses = buckets(.requestsPerAddress)
        eventsOfRooms = buckets(.eventsPerRoom)
        joinsOfKeys = buckets(.joinsPerKey)
        joinsOfAddresses = buckets(.joinsPerAddress)
    }

    /// What a limit is set to.
    func rate(_ limit: Limit) -> Rate { rates[limit] ?? limit.rate }

    // MARK: Who asks

    /// Takes a request from its address, whoever it turns out to be.
    func takeRequest(from request: Request) throws(Problem) {
        guard let address = address(of: request) else { return }
        let isTaken = requestsOfAddresses.take(for: address, atNanoseconds: LoopTimer.now)
        if !isTaken { throw refusal(.requestsPerAddress) }
    }

    func takeRequest(of caller: Caller) throws(Problem) {
        guard let key = caller.key else { return }
        let isTaken = requestsOfKeys.take(for: key, atNanoseconds: LoopTimer.now)
        if !isTaken { throw refusal(.requestsPerKey) }
    }

    func takeEvent(in room: Text, by caller: Caller) throws(Problem) {
        if caller.isLocal { return }
        let isTaken = eventsOfRooms.take(for: room, atNanoseconds: LoopTimer.now)
        if !isTaken { throw refusal(.eventsPerRoom) }
    }

    func takeJoin(
        _ request: Request, by caller: Caller, viewers: Int
    ) throws(Problem) {
        guard viewers < rate(.viewersPerRoom).burst else { throw refusal(.viewersPerRoom) }
        let now = LoopTimer.now
        if let address = address(of: request) {
            let isTaken = joinsOfAddresses.take(for: address, atNanoseconds: now)
            if !isTaken { throw refusal(.joinsPerAddress) }
        }
        guard let key = caller.key else { return }
        let isTaken = joinsOfKeys.take(for: key, atNanoseconds: now)
        if !isTaken { throw refusal(.joinsPerKey) }
    }

    /// Notes that something was more than a limit allows.
    func note(_ limit: Limit) {
        metrics.limited[limit.name, default: 0] += 1
    }

    private func refusal(_ limit: Limit) -> Problem {
        note(limit)
        return .tooFast(limit)
    }

    /// The address that a request counts for; nil if it is this machine's own.
    private func address(of request: Request) -> ClientAddress? {
        let connected = Text(request.remoteAddress)
        if let newest, newest.connected == connected { return newest.client }
        let numbers = proxies.client(
            connected: connected, forwardedFor: request.header("X-Forwarded-For"))
        let client = numbers.flatMap { $0.isLoopback ? nil : ClientAddress($0) }
        if proxies.ranges.isEmpty { newest = (connected, client) }
        return client
    }
}
