package import HTTPRouting
package import Stage
package import Texts
package import Transport

/// Enforces the rate limits and quotas for keys, rooms and addresses.
///
/// Clients on this machine that need no key are not limited. Used only on the event loop's thread.
package final class Limiter {
    /// The subject of a limit, with a bucket of its own.
    private enum Payer: Hashable {
        case key(Text)
        case room(Text)
        case address(ClientAddress)
    }

    private let rates: [Limit: Rate]
    private var buckets: [Limit: TokenBuckets<Payer>]
    private let proxies: TrustedProxies
    /// Called with the limit of each refusal.
    private let refused: (Limit) -> Void
    /// The last result for a connection, used only without trusted proxies. Clients send many requests in a row.
    private var newest: (connected: Text, client: ClientAddress?)?

    /// `refused` is called with the limit of each refusal.
    package init(
        _ changes: [LimitChange], proxies: TrustedProxies, refused: @escaping (Limit) -> Void
    ) {
        var rates: [Limit: Rate] = [:]
        for limit in Limit.all { rates[limit] = limit.measure.rate }
        for change in changes {
            if let limit = Limit.all.first(where: { $0.name == change.name }) {
                rates[limit] = change.rate
            }
        }
        self.rates = rates
        self.proxies = proxies
        self.refused = refused
        buckets = rates.mapValues { TokenBuckets($0) }
    }

    /// The limit's present value.
    package func rate(_ limit: Limit) -> Rate { rates[limit] ?? limit.measure.rate }

    /// The address that a request counts for; nil if the client is on this machine.
    package func address(of request: Request) -> ClientAddress? {
        let connected = Text(request.remoteAddress)
        if let newest, newest.connected == connected { return newest.client }
        let numbers = proxies.client(
            connected: connected, forwardedFor: request.header("X-Forwarded-For"))
        let client = numbers.flatMap { $0.isLoopback ? nil : ClientAddress($0) }
        if proxies.ranges.isEmpty { newest = (connected, client) }
        return client
    }

    // MARK: Requests, events and streams

    /// Counts a request for its address, before the server knows its caller.
    package func takeRequest(from address: ClientAddress?) throws(Problem) {
        try take(.requestsPerAddress, address.map(Payer.address))
    }

    /// Counts a request of an authorized caller. Requests that need no key, such as those for a room's pages, count
    /// only for their addresses.
    package func takeRequest(of caller: Caller, in room: Text?) throws(Problem) {
        if caller.isLocal || caller.role == nil { return }
        try take(.requestsPerKey, caller.key.map(Payer.key))
        try take(.requestsPerRoom, room.map(Payer.room))
    }

    /// Counts a signed delivery from a platform.
    package func takeDelivery(for room: Text) throws(Problem) {
        try take(.requestsPerRoom, .room(room))
    }

    /// Counts a use of a trigger's key.
    package func takeTrigger(of key: Text) throws(Problem) {
        try take(.triggersPerKey, .key(key))
    }

    /// Counts an event, and the bytes that it adds to the room and the journal. `room`: the room's present state.
    package func takeEvent(
        _ kind: Event.Kind, for roomName: Text, with room: @autoclosure () -> Room,
        by caller: Caller
    ) throws(Problem) {
        if caller.isLocal { return }
        if caller.role == .moderator { try take(.actsPerModerator, caller.key.map(Payer.key)) }
        // An event over the limit of its key or address uses up no limit of the room.
        try take(.eventsPerKey, caller.key.map(Payer.key))
        try take(.eventsPerAddress, caller.address.map(Payer.address))
        try take(.eventsPerRoom, .room(roomName))
        try checkBytes(of: kind, in: room())
        try take(
            .journalBytesPerRoom, .room(roomName), count: Self.bytesARecord + kind.byteEstimate)
    }

    /// The bytes that the journal needs for an event beside its content.
    private static let bytesARecord = 200

    private func checkBytes(of kind: Event.Kind, in room: Room) throws(Problem) {
        if case .caption(let caption, _) = kind {
            let bytes = room.captionByteCount(but: caption.slot) + caption.text.byteCount
            if bytes > rate(.captionBytesPerRoom).burst { throw refusal(.captionBytesPerRoom) }
        }
        guard kind.isKept else { return }
        if room.byteEstimate + kind.byteEstimate > rate(.bytesPerRoom).burst {
            throw refusal(.bytesPerRoom)
        }
    }

    /// Throws if a room may not have another file beside `kept` bytes of files.
    package func checkFile(byteCount: Int, beside kept: Int, by caller: Caller) throws(Problem) {
        let most = rate(.assetBytesPerRoom).burst
        if caller.isLocal || kept + byteCount <= most { return }
        refused(.assetBytesPerRoom)
        throw .noSpace(inRoomBytes: most)
    }

    /// Counts a stream that is opened to a room with this number of viewers.
    package func takeJoin(of room: Text, by caller: Caller, viewers: Int) throws(Problem) {
        try checkPlace(besideViewers: viewers)
        if caller.isLocal { return }
        try take(.joinsPerAddress, caller.address.map(Payer.address))
        try take(.joinsPerKey, caller.key.map(Payer.key))
        try take(.joinsPerRoom, .room(room))
    }

    /// Throws if a room with this number of viewers may not have another one.
    package func checkPlace(besideViewers viewers: Int) throws(Problem) {
        guard viewers < rate(.viewersPerRoom).burst else { throw refusal(.viewersPerRoom) }
    }

    /// Counts a message on a stream; returns false if it is over a limit.
    package func takeMessage(of client: any StreamClient) -> Bool {
        let caller = client.caller
        if caller.isLocal { return true }
        guard client.messages.take(rate(.messagesPerStream), atNanoseconds: LoopTimer.now) else {
            refused(.messagesPerStream)
            return false
        }
        do throws(Problem) {
            try take(.messagesPerKey, caller.key.map(Payer.key))
            try take(.messagesPerAddress, caller.address.map(Payer.address))
            try take(.messagesPerRoom, .room(client.roomName))
            return true
        } catch {
            return false
        }
    }

    // MARK: Buckets

    private func take(_ limit: Limit, _ payer: Payer?, count: Int = 1) throws(Problem) {
        guard let payer else { return }
        let isTaken =
            buckets[limit]?.take(for: payer, count: count, atNanoseconds: LoopTimer.now) ?? true
        if !isTaken { throw refusal(limit) }
    }

    private func refusal(_ limit: Limit) -> Problem {
        refused(limit)
        return .tooFast(limit)
    }
}
