import Texts

/// Why a room does not take an event.
extension Room {
    /// So many bytes a room may take, about; beyond them it refuses what would make it grow.
    public static let byteLimit = 16 << 20

    /// Whether an event would be refused now, while `pending` others of its kind are on their way.
    ///
    /// Changes nothing, and is mutating as `sample` is: each event asks it.
    public mutating func refusal(of kind: Event.Kind, pending: Int = 0) -> Refusal? {
        if let held = kind.approved, !self.held.contains(held) { return .notHeld(held) }
        if isBlocked(kind) { return nil }
        // Whether it makes the room larger is only asked where that matters.
        if byteEstimate + kind.byteEstimate > Self.byteLimit, grows(by: kind) {
            return .roomFull(limit: Self.byteLimit)
        }
        if let widget = kind.addressee { return refusal(of: kind, by: widget, pending: pending) }
        guard case .gift(let gift, let mark) = kind else { return nil }
        return addition(of: gift, mark, id: "").flatMap { refusal(of: $0, pending) }
    }

    /// Whether an event would make the room's snapshot larger by more than a number.
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
