import Texts

/// Decides whether a room refuses an event, for example because a queue is full.
extension Room {
    /// The approximate maximum bytes of a room; beyond it, the room refuses events that make it
    /// grow.
    public static let byteLimit = 16 << 20

    /// Returns why an event would be refused now; nil if it would not. `pending` counts accepted
    /// events of its kind that are not applied yet.
    ///
    /// Does not change the room. It is mutating for the same reason as `sample`, because every
    /// event needs this check.
    public mutating func refusal(of kind: Event.Kind, pending: Int = 0) -> Refusal? {
        if let held = kind.approved, !self.held.contains(held) { return .notHeld(held) }
        if isBlocked(kind) { return nil }
        // The check whether the event makes the room larger is needed only near the limit.
        if byteEstimate + kind.byteEstimate > Self.byteLimit, grows(by: kind) {
            return .roomFull(limit: Self.byteLimit)
        }
        if let widget = kind.addressee { return refusal(of: kind, by: widget, pending: pending) }
        let refusal: Refusal? =
            switch kind {
            case .gift(let gift, let mark):
                addition(of: gift, mark, id: "").flatMap { self.refusal(of: $0, pending) }
            case .call: calls.refusal(of: kind, pending: pending, in: context)
            case .block, .unblock: blockingRefusal(of: kind)
            default: nil
            }
        return refusal == nil || mayBeShownAlone(kind) ? nil : refusal
    }

    /// Returns true if an event would add more to the room's snapshot than a larger number.
    private func grows(by kind: Event.Kind) -> Bool {
        guard case .gift(let gift, let mark) = kind else { return kind.isKept }
        guard addition(of: gift, mark, id: "") != nil else { return false }
        let onlyChannels = configuration.gifts.enabled && !configuration.ticker.enabled
        return !(onlyChannels && gifts.wouldMerge(gift, at: now, in: context))
    }

    private func refusal(of gift: Gift, _ pending: Int) -> Refusal? {
        if configuration.gifts.enabled {
            return gifts.refusal(of: gift, pending: pending, at: now, in: context)
        }
        guard configuration.ticker.enabled else { return nil }
        return ticker.hasRoom(pending: pending, in: context)
            ? nil : .queueFull(limit: configuration.ticker.queueLimit)
    }
}
