import Journal
import LiveRooms
import Stage
import Texts
import Wire

/// Totals of a room's gifts, in all, by sender and by gift. Tests and replays do not count.
struct GiftTotals: Sendable {
    /// The number of gift events, the number of gifts in them, and the total value.
    struct Sum: Hashable, Sendable {
        var events = 0
        var count = 0
        var value = 0.0

        static func += (left: inout Sum, right: Sum) {
            left.events += right.events
            left.count += right.count
            left.value += right.value
        }

        static func -= (left: inout Sum, right: Sum) {
            left.events -= right.events
            left.count -= right.count
            // The catalogue may give the gift another value by now.
            left.value = max(0, left.value - right.value)
        }
    }

    /// The identity of a sender or gift: an ID, or the name if there is no ID. An ID never equals a name.
    struct Key: Hashable, Sendable {
        let text: Text
        let isID: Bool

        /// A total order of keys: by bytes, and an ID before an equal name.
        func precedes(_ other: Key) -> Bool {
            if text != other.text {
                return text < other.text
            }
            return isID && !other.isID
        }
    }

    struct Share: Hashable, Sendable {
        /// The newest name.
        var name: Text
        var sum: Sum
    }

    /// A retracted gift.
    struct Correction: Hashable, Sendable {
        /// The place of the retracted event in the history.
        let seq: Int64
        let sender: Key
        let gift: Key
        let sum: Sum
    }

    /// The grouping of totals: by sender or by gift.
    enum Grouping: String, CaseIterable, Sendable {
        case sender
        case gift
    }

    private(set) var sum = Sum()
    private(set) var senders: [Key: Share] = [:]
    private(set) var gifts: [Key: Share] = [:]
    /// The retractions among its events. The retracted gifts may be older than the tally.
    private(set) var corrections: [Correction] = []
    /// The arrival time of the first gift, in microseconds since 1970.
    private(set) var firstWallMicroseconds: Int64?

    /// The number of entries that it keeps in memory.
    var shareCount: Int { senders.count + gifts.count + corrections.count }

    func shares(by grouping: Grouping) -> [Key: Share] {
        switch grouping {
        case .sender: senders
        case .gift: gifts
        }
    }

    private static let starts: [Text] = [
        #"{"type":"gift""#, #"{"type":"takeBack""#, #"{"type":"config""#,
        #"{"type":"hold""#,
    ]

    /// Adds the gifts of an event. A part of a streak counts by how much the streak has grown. If the event
    /// is not wanted, only the state changes: the counts of streaks and the values of gifts.
    mutating func add(
        _ event: StoredEvent, in state: inout TotalsState, isWanted: Bool = true
    ) throws {
        // Events of other types do not change totals, so they are not decoded.
        if event.body.begins(with: #"{"type":""#),
            !Self.starts.contains(where: event.body.begins)
        {
            return
        }
        let body = try JSON(parsing: Array(event.body.utf8))
        guard case .string(let type)? = body["type"] else { return }
        if type == "config" {
            if case .configure(let configuration)? = try? Event.Kind(stored: body) {
                state.pricing = Pricing(configuration)
            }
            return
        }
        if type == "hold" {
            if case .hold(let hold)? = try? Event.Kind(stored: body) {
                _ = state.streaks.note(hold, id: event.id)
            }
            return
        }
        if body["ofStreak"] == .bool(true), case .string(let streak)? = body["of"] {
            state.streaks.takeBack(streak)
            return
        }
        // A retracted notice has a gift too, which its own event counts.
        guard type == "gift" || type == "takeBack" && body["kind"] == nil, body["test"] == nil,
            body["replayOf"] == nil,
            let sender = body["sender"].flatMap(Self.named),
            let gift = body["gift"].flatMap(state.pricing.price)
        else { return }
        // The approval of an event that no longer waited had no effect.
        if body["approves"] != nil, event.outcome == .skipped(.overtaken) { return }
        var count = body["count"]?.number.flatMap(Int.init(exactly:)) ?? 1
        if let part = body["streak"].flatMap(StreakPart.init(stored:)) {
            count = state.streaks.note(part, count: count)
        } else if type == "gift", body["approves"] == nil,
            let report = body["report"].flatMap(GiftReport.init(stored:))
        {
            count = state.streaks.note(report, id: event.id, count: count)
        }
        guard isWanted, count > 0 else { return }
        let sum = Sum(events: 1, count: count, value: Double(count) * gift.value)
        if type == "takeBack" {
            guard let seq = body["ofSeq"]?.number.flatMap(Int64.init(exactly:)) else { return }
            corrections.append(
                Correction(seq: seq, sender: sender.key, gift: gift.key, sum: sum))
            return
        }
        firstWallMicroseconds = firstWallMicroseconds ?? event.wallMicroseconds
        self.sum += sum
        senders.add(sum, to: sender.key, called: sender.name)
        gifts.add(sum, to: gift.key, called: gift.name)
    }

    /// Adds the totals of later events. Retractions are kept, and are subtracted when the final result is
    /// computed.
    mutating func append(_ later: GiftTotals) {
        addGifts(later, limit: .max)
        corrections += later.corrections
    }

    /// Adds the totals of later events, and subtracts their retractions of events from `first` on, which this
    /// tally has counted. If a grouping has `limit` entries, further senders or gifts count in the sum only.
    mutating func add(_ later: GiftTotals, takingBackFrom first: Int64, limit: Int = .max) {
        addGifts(later, limit: limit)
        for correction in later.corrections where correction.seq >= first {
            sum -= correction.sum
            senders.subtract(correction.sum, from: correction.sender)
            gifts.subtract(correction.sum, from: correction.gift)
        }
    }

    private mutating func addGifts(_ later: GiftTotals, limit: Int) {
        firstWallMicroseconds = firstWallMicroseconds ?? later.firstWallMicroseconds
        sum += later.sum
        senders.add(later.senders, limit: limit)
        gifts.add(later.gifts, limit: limit)
    }

    private static func named(_ json: JSON) -> (key: Key, name: Text)? {
        if case .string(let name) = json { return (Key(text: name, isID: false), name) }
        guard case .string(let name)? = json["name"] else { return nil }
        guard case .string(let id)? = json["id"] else {
            return (Key(text: name, isID: false), name)
        }
        return (Key(text: id, isID: true), name)
    }
}

extension [GiftTotals.Key: GiftTotals.Share] {
    fileprivate mutating func add(
        _ sum: GiftTotals.Sum, to key: GiftTotals.Key, called name: Text
    ) {
        self[key, default: GiftTotals.Share(name: name, sum: .init())].sum += sum
        self[key]!.name = name
    }

    fileprivate mutating func subtract(_ sum: GiftTotals.Sum, from key: GiftTotals.Key) {
        guard var share = self[key] else { return }
        share.sum -= sum
        self[key] = share.sum.events > 0 ? share : nil
    }

    fileprivate mutating func add(_ others: Self, limit: Int) {
        // Select the entries that are left out by their keys, because the order of a dictionary is random.
        let isCut = count + others.count > limit
        let keys = isCut ? others.keys.sorted { $0.precedes($1) } : Array(others.keys)
        for key in keys where self[key] != nil || count < limit {
            add(others[key]!.sum, to: key, called: others[key]!.name)
        }
    }
}

extension JSON {
    fileprivate var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
