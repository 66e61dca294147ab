package import HTTPRouting
package import Journal
import LiveRooms
package import Stage
import Texts
import Wire

/// A recorded event before its retraction.
package struct Retraction: Sendable {
    package let event: StoredEvent
    /// True if the platform takes back the whole streak of the event.
    package var isOfWholeStreak = false
    /// The number of its gifts that counted; nil: all, or it reports no gifts.
    package let addition: Int?

    /// Returns the event that retracts this one. Throws for an event that can't be retracted.
    package func kind() throws(Problem) -> Event.Kind {
        let (id, seq, outcome) = (event.id, event.seq, event.outcome)
        switch try event.kind() {
        case .gift(let gift, let mark)
        where mark.isReal && !isOfWholeStreak
            && (gift.streak != nil || gift.report?.role == .waits):
            throw .isPartOfStreak
        case .gift where addition == 0: return .takeBack(TakenBack(id: id, seq: seq))
        case .gift(_, .approved) where outcome == .skipped(.overtaken):
            return .takeBack(TakenBack(id: id, seq: seq))
        case .gift(let sent, let mark):
            let gift = addition.map { sent.alone(count: $0) } ?? sent
            let combo: Text? = if case .merged(let combo) = outcome { combo } else { nil }
            return .takeBack(
                TakenBack(
                    id: id, seq: seq,
                    given: .init(
                        gift, mark: mark, combo: combo,
                        wasOvertaken: outcome == .skipped(.overtaken))))
        case .call, .notice:
            return .takeBack(TakenBack(id: id, seq: seq, other: try event.kind()))
        case .caption, .hold: return .takeBack(TakenBack(id: id, seq: seq))
        case let kind: throw .notShown(kind, "taken back")
        }
    }
}

extension Problem {
    fileprivate static let isPartOfStreak = badContent(
        ContentError(problems: [
            .init(
                pointer: "",
                detail: "this gift is a part of a streak: it says how many there were so far, "
                    + "and can't be taken back by itself")
        ]))
}
