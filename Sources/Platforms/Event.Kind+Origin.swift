public import Stage

/// Sets the platform of an event.
extension Event.Kind {
    /// Returns this event with an origin, if it is a gift, a call or a notice.
    public func coming(from origin: Origin) -> Event.Kind {
        switch self {
        case .gift(let gift, let mark):
            .gift(
                Gift(
                    sender: gift.sender, item: gift.item, count: gift.count, streak: gift.streak,
                    report: gift.report, message: gift.message, origin: origin), mark: mark)
        case .call(let person, let mark, _): .call(person, mark: mark, origin: origin)
        case .notice(let notice, let mark):
            .notice(
                Notice(
                    kind: notice.kind, sender: notice.sender, count: notice.count,
                    months: notice.months, title: notice.title, message: notice.message,
                    item: notice.item, origin: origin), mark: mark)
        default: self
        }
    }

    /// The origin of a gift, a call or a notice.
    public var origin: Origin? {
        switch self {
        case .gift(let gift, _): gift.origin
        case .call(_, _, let origin): origin
        case .notice(let notice, _): notice.origin
        default: nil
        }
    }
}
