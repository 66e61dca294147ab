package import HTTPRouting
import Journal
import LiveRooms
import Stage
package import Texts
package import Transport
import Wire

/// A request for a room's gift totals, which selects the part of the history and the grouping by sender or by gift.
package struct TotalsQuestion: Sendable {
    enum Span: Equatable, Sendable {
        case all
        /// The events since the newest pause of six hours.
        case session
        /// The events from this time on, in microseconds since 1970.
        case since(Int64)
    }

    let grouping: GiftTotals.Grouping
    let span: Span
    /// The largest number of rows in the answer.
    let limit: Int
    /// The room's currency. Values are in its smallest unit.
    package var currency: Text = Configuration().sources.currency

    static let mostRows = 1000
    /// The largest number of senders or gifts with totals of their own. Further ones count in the sum only.
    static let mostShares = 100_000

    init(grouping: GiftTotals.Grouping, span: Span = .all, limit: Int = 20) {
        self.grouping = grouping
        self.span = span
        self.limit = limit
    }

    package init(_ request: Request) throws(Problem) {
        let by = request.queryItem("by") ?? "sender"
        guard let grouping = GiftTotals.Grouping(word: by) else {
            throw Self.bad("by", "must be sender or gift")
        }
        let limit = try request.number("limit", in: 1...Self.mostRows) ?? 20
        self.init(
            grouping: grouping, span: try Self.span(request.queryItem("since")), limit: limit)
    }

    private static func span(_ since: Text?) throws(Problem) -> Span {
        guard let since else { return .all }
        if since == "session" { return .session }
        guard let time = WallTime(since) else {
            throw bad("since", "must be session or a time such as 2026-02-03T04:05:06Z")
        }
        return .since(time.microseconds)
    }

    private static func bad(_ name: Text, _ detail: String) -> Problem {
        .badContent(ContentError(problems: [.init(pointer: "?\(name)", detail: detail)]))
    }

    /// Returns `{"events", "count", "value", "currency", "since", "rows": [{"key", "name", "events", "count",
    /// "value"}]}`, sorted by value, then by count, largest first.
    func document(_ tally: GiftTotals) -> JSON {
        let shares = tally.shares(by: grouping).sorted { one, other in
            let (left, right) = (one.value.sum, other.value.sum)
            if left.value != right.value { return left.value > right.value }
            if left.count != right.count { return left.count > right.count }
            return one.key.precedes(other.key)
        }
        let since = tally.firstWallMicroseconds.map {
            JSON.string(Text(WallTime(microseconds: $0).text))
        }
        let rows = shares.prefix(limit).map { key, share in
            JSON.object(
                [.init("key", .string(key.text)), .init("name", .string(share.name))]
                    + share.sum.members)
        }
        return .object(
            tally.sum.members + [
                .init("currency", .string(currency)), .init("since", since ?? .null),
                .init("rows", .array(rows)),
            ])
    }
}

extension GiftTotals.Sum {
    fileprivate var members: [JSON.Member] {
        // Sums of fractions have small rounding errors.
        let value = (value * 1e6).rounded() / 1e6
        return [
            .init("events", .number(Double(events))),
            .init("count", .number(Double(count))),
            .init("value", .number(value)),
        ]
    }
}
