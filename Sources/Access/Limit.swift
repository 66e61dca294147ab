package import Texts
package import Wire

/// One of the server's rate limits and quotas, with its default and its documentation.
///
/// The server and `docs/limits.md` use the same rows.
package struct Limit: Sendable {
    /// The limit's name in `--limit`, in the metric and in the documentation.
    package let name: Text
    let measure: Measure
    let meaning: String
    let consequence: String

    /// The unit and the value of a limit.
    enum Measure: Sendable {
        /// A number per second, and a larger number at once.
        case rate(perSecond: Int, burst: Int)
        /// A number per minute, and the same number at once.
        case ratePerMinute(Int)
        /// A number at the same time.
        case most(Int)
        /// A number of bytes at the same time.
        case bytes(Int)
        /// A number of bytes per day, and the same number at once.
        case bytesPerDay(Int)

        /// The limit as a rate. For limits without a rate, `burst` is the maximum.
        var rate: Rate {
            switch self {
            case .rate(let perSecond, let burst): Rate(perSecond: perSecond, burst: burst)
            case .ratePerMinute(let number): Rate(perMinute: number)
            case .most(let most), .bytes(let most): Rate(perSecond: 1, burst: most)
            case .bytesPerDay(let bytes): Rate(perDay: bytes)
            }
        }

        /// The seconds after which a client may try again.
        var retryAfterSeconds: Int {
            switch self {
            case .rate, .most: 1
            case .ratePerMinute(let number): max(1, 60 / number)
            case .bytes: 5
            case .bytesPerDay: 60
            }
        }

        /// The limit with another value. A rate gets five times its value as its burst.
        fileprivate func with(_ number: Int) -> Measure {
            switch self {
            case .rate: .rate(perSecond: number, burst: 5 * number)
            case .ratePerMinute: .ratePerMinute(number)
            case .most: .most(number)
            case .bytes: .bytes(number)
            case .bytesPerDay: .bytesPerDay(number)
            }
        }

        /// The values that an operator may set.
        fileprivate var range: ClosedRange<Int> {
            switch self {
            case .rate, .ratePerMinute, .most: 1...1_000_000
            case .bytes, .bytesPerDay: 1024...(1 << 40)
            }
        }

        /// The value for the documentation.
        fileprivate var words: String {
            switch self {
            case .rate(let perSecond, let burst): "\(perSecond) a second, \(burst) at once"
            case .ratePerMinute(let number): "\(number) a minute, \(number) at once"
            case .most(let most): "\(most)"
            case .bytes(let bytes): Self.words(bytes)
            case .bytesPerDay(let bytes): "\(Self.words(bytes)) a day"
            }
        }

        private static func words(_ bytes: Int) -> String {
            bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
        }
    }

    private init(
        _ name: Text, _ measure: Measure, _ meaning: String, _ consequence: String = "429"
    ) {
        self.name = name
        self.measure = measure
        self.meaning = meaning
        self.consequence = consequence
    }

    private static func rate(
        _ name: Text, _ perSecond: Int, burst: Int, _ meaning: String, _ consequence: String = "429"
    ) -> Limit {
        Limit(name, .rate(perSecond: perSecond, burst: burst), meaning, consequence)
    }

    static let all =
        requests + events + joins + messages + [
            connectionsPerAddress, viewersPerRoom, bytesPerRoom, captionBytesPerRoom,
            journalBytesPerRoom, assetBytesPerRoom,
        ]
}

// MARK: - Rates

extension Limit {
    static let requestsPerKey = rate(
        "requests-per-key", 100, burst: 500, "HTTP requests with one key")
    static let requestsPerRoom = rate(
        "requests-per-room", 500, burst: 2500,
        "HTTP requests about one room, by its keys and its platforms")
    static let requestsPerAddress = rate(
        "requests-per-address", 200, burst: 1000, "HTTP requests from one address")
    private static let requests = [requestsPerKey, requestsPerRoom, requestsPerAddress]

    static let eventsPerKey = rate(
        "events-per-key", 100, burst: 500, "events by one key, taps and dismissals too")
    static let eventsPerRoom = rate("events-per-room", 500, burst: 1000, "events for one room")
    static let eventsPerAddress = rate(
        "events-per-address", 200, burst: 1000, "events from one address")
    static let triggersPerKey = rate(
        "triggers-per-key", 1, burst: 1, "events by one key in an address")
    static let actsPerModerator = Limit(
        "acts-per-moderator", .ratePerMinute(30), "events by one moderator's key")
    private static let events = [
        eventsPerKey, eventsPerRoom, eventsPerAddress, triggersPerKey, actsPerModerator,
    ]

    static let joinsPerKey = rate(
        "joins-per-key", 50, burst: 1000, "streams opened with one key")
    static let joinsPerRoom = rate(
        "joins-per-room", 100, burst: 2000, "streams opened of one room")
    static let joinsPerAddress = rate(
        "joins-per-address", 20, burst: 100, "streams opened from one address")
    private static let joins = [joinsPerKey, joinsPerRoom, joinsPerAddress]

    static let messagesPerStream = rate(
        "messages-per-stream", 50, burst: 200, "messages of one viewer", "closed with 1008")
    static let messagesPerKey = rate(
        "messages-per-key", 1000, burst: 10_000, "messages of all viewers with one key",
        "closed with 1008")
    static let messagesPerRoom = rate(
        "messages-per-room", 2000, burst: 20_000, "messages of all viewers of one room",
        "closed with 1008")
    static let messagesPerAddress = rate(
        "messages-per-address", 500, burst: 2500, "messages of all viewers from one address",
        "closed with 1008")
    private static let messages = [
        messagesPerStream, messagesPerKey, messagesPerRoom, messagesPerAddress,
    ]
}

// MARK: - Numbers and bytes

extension Limit {
    package static let connectionsPerAddress = Limit(
        "connections-per-address", .most(512), "connections from one address", "503, and closed")
    static let viewersPerRoom = Limit("viewers-per-room", .most(10_000), "viewers of one room")
    static let bytesPerRoom = Limit(
        "bytes-per-room", .bytes(16 << 20), "the shown and waiting content of one room")
    static let captionBytesPerRoom = Limit(
        "caption-bytes-per-room", .bytes(32 << 10), "the texts of the captions that one room shows")
    static let journalBytesPerRoom = Limit(
        "journal-bytes-per-room", .bytesPerDay(1 << 30),
        "the data that one room writes to the journal")
    static let assetBytesPerRoom = Limit(
        "asset-bytes-per-room", .bytes(256 << 20), "the files that one room has", "507")
}

extension Limit: Hashable {
    package static func == (left: Limit, right: Limit) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ReferenceTable {
    /// The table `limits`.
    package static let limits = ReferenceTable(
        "limits", columns: ["limit", "default", "of", "beyond the limit"],
        rows: Limit.all.map { limit in
            ["`\(limit.name)`", limit.measure.words, limit.meaning, limit.consequence]
        })
}

/// An operator's change of a limit's value.
package struct LimitChange: Sendable {
    let name: Text
    let rate: Rate

    /// Reads a change such as `viewers-per-room=50` or `requests-per-key=100`, where the value is a number per second
    /// and the burst is five times that. Returns nil if the text is not valid.
    package init?(_ text: Text) {
        let parts = text.elements(separatedBy: UInt8(ascii: "="))
        guard parts.count == 2, let limit = Limit.all.first(where: { $0.name == parts[0] }),
            let number = Int(parts[1].string), limit.measure.range.contains(number)
        else { return nil }
        name = limit.name
        rate = limit.measure.with(number).rate
    }

    /// The names of all limits, for an error message.
    package static var names: String { Limit.all.map(\.name.string).joined(separator: ", ") }
}
