import History
import Journal
import LiveRooms
import Platforms
package import Texts
package import Wire

/// The deliveries of platforms to a room that may be about money and are missing in its totals. The studio's status
/// lamp shows them.
package struct MissedDeliveries {
    enum Cause {
        case unknown(type: Text)
        case refused(Reason)
    }

    /// The deliveries of one source with the same type or the same reason.
    struct Group {
        let source: Text
        let cause: Cause
        let count: Int
        let last: WallTime
    }

    private static let maxGroups = 10

    /// The currency of the newest donation that has no value because the room counts another currency.
    let otherCurrency: Text?
    /// Newest first.
    let groups: [Group]

    /// - Parameter deliveries: The outcomes of each source's deliveries to the room.
    /// - Parameter ownCurrency: The currency that the room counts.
    package init(_ deliveries: [(source: Text, deliveries: Deliveries)], ownCurrency: Text) {
        let word = Reason.otherCurrency("").word
        otherCurrency =
            deliveries.flatMap(\.deliveries.passed)
            .filter { $0.reason.word == word && $0.reason.about != ownCurrency }
            // Of two at the same time, the later in the list is newer.
            .max { $0.at.microseconds <= $1.at.microseconds }?.reason.about
        let unknown = deliveries.flatMap { source, deliveries in
            deliveries.unknown.map {
                Group(
                    source: source, cause: .unknown(type: $0.type), count: $0.count, last: $0.last)
            }
        }
        let refused = deliveries.flatMap { source, deliveries in
            deliveries.refusals.map {
                Group(
                    source: source, cause: .refused($0.reason), count: $0.count, last: $0.last)
            }
        }
        let newestFirst = (unknown + refused).sorted {
            $0.last.microseconds > $1.last.microseconds
        }
        groups = Array(newestFirst.prefix(Self.maxGroups))
    }

    /// The member `sources` of the overview; empty if no delivery is missing.
    package var members: [JSON.Member] {
        guard otherCurrency != nil || !groups.isEmpty else { return [] }
        let currency = otherCurrency.map { [JSON.Member("otherCurrency", .string($0))] } ?? []
        return [
            .init("sources", .object(currency + [.init("missed", .array(groups.map(\.json)))]))
        ]
    }
}

extension MissedDeliveries.Group {
    fileprivate var json: JSON {
        let why: [JSON.Member] =
            switch cause {
            case .unknown(let type): [.init("type", .string(type))]
            case .refused(let reason): reason.shortened.members
            }
        return .object(
            [.init("source", .string(source))] + why + [
                .init("count", .number(Double(count))), .init("last", .string(Text(last.text))),
            ])
    }
}

extension Reason {
    private static let maxAboutBytes = 200

    /// The reason without a long list of fields, which each studio would receive.
    fileprivate var shortened: Reason {
        guard let about, about.byteCount > Self.maxAboutBytes else { return self }
        return Reason(word, sentence)
    }
}
