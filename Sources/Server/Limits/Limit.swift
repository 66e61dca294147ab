public import Texts
import Wire

/// A limit that keeps one from hurting others.
///
/// The server and the documentation go by the same rows.
struct Limit: Hashable, Sendable {
    /// Names it in `--limit`, in the metric and in the documentation.
    let name: Text
    /// Whether it limits a rate; else `rate.burst` is how many there may be at a time.
    let isRate: Bool
    let rate: Rate
    let meaning: String
    let consequence: String

    private init(
        _ name: Text, perSecond: Int, burst: Int, _ meaning: String, _ consequence: String
    ) {
        self.name = name
        isRate = true
        rate = Rate(perSecond: perSecond, burst: burst)
        self.meaning = meaning
        self.consequence = consequence
    }

    private init(_ name: Text, most: Int, _ meaning: String, _ consequence: String) {
        self.name = name
        isRate = false
        rate = Rate(perSecond: 1, burst: most)
        self.meaning = meaning
        self.consequence = consequence
    }

    static let requestsPerKey = Limit(
        "requests-per-key", perSecond: 100, burst: 500, "HTTP requests with one key", "429")
    static let requestsPerAddress = Limit(
        "requests-per-address", perSecond: 200, burst: 1000, "HTTP requests from one address", "429"
    )
    static let eventsPerRoom = Limit(
        "events-per-room", perSecond: 500, burst: 1000, "events for one room", "429")
    static let joinsPerKey = Limit(
        "joins-per-key", perSecond: 50, burst: 1000, "streams opened with one key", "429")
    static let joinsPerAddress = Limit(
        "joins-per-address", perSecond: 20, burst: 100, "streams opened from one address", "429")
    static let messagesPerStream = Limit(
        "messages-per-stream", perSecond: 50, burst: 200, "what one viewer says",
        "closed with 1008")
    static let viewersPerRoom = Limit(
        "viewers-per-room", most: 10_000, "viewers of one room", "429")
    static let connectionsPerAddress = Limit(
        "connections-per-address", most: 512, "connections from one address", "503, and closed")

    static let all = [
        requestsPerKey, requestsPerAddress, eventsPerRoom, joinsPerKey, joinsPerAddress,
        messagesPerStream, viewersPerRoom, connectionsPerAddress,
    ]
}

extension ReferenceTable {
    /// The table `limits`.
    static let limits = ReferenceTable(
        "limits", columns: ["limit", "default", "of", "what is more"],
        rows: Limit.all.map { limit in
            [
                "`\(limit.name)`",
                limit.isRate
                    ? "\(limit.rate.perSecond) a second, \(limit.rate.burst) at once"
                    : "\(limit.rate.burst)",
                limit.meaning, limit.consequence,
            ]
        })
}

/// What an operator has set another limit to.
public struct LimitChange: Sendable {
    let name: Text
    let rate: Rate

    /// Reads `requests-per-key=100`, a number a second with five times as many at once, or
    /// `viewers-per-room=50`; nil if it is none.
    public init?(_ text: Text) {
        let parts = text.elements(separatedBy: UInt8(ascii: "="))
        guard parts.count == 2, let limit = Limit.all.first(where: { $0.name == parts[0] }),
            let number = Int(parts[1].string), (1...1_000_000).contains(number)
        else { return nil }
        name = limit.name
        rate =
            limit.isRate
            ? Rate(perSecond: number, burst: 5 * number) : Rate(perSecond: 1, burst: number)
    }

    /// Those that can be changed.
    public static var names: String { Limit.all.map(\.name.string).joined(separator: ", ") }
}
