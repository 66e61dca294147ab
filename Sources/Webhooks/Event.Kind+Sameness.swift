import Broadcast
import History
import LiveRooms
import Stage
import Texts

/// Decides whether a platform's delivery repeats a recorded event or reports another event under the same ID.
extension Event.Kind {
    /// True if this event repeats the event that was recorded under its ID.
    ///
    /// The room's configuration may have changed in between, and several events report one payment, so
    /// values, pictures and the names of unnamed senders may differ. The sender, the gift and the number may
    /// not.
    func saysTheSame(as recorded: Event.Kind) -> Bool {
        switch (main, recorded.main) {
        case (.gift(let gift, let mark), .gift(let other, let otherMark)):
            gift.isSame(as: other) && mark.isReal == otherMark.isReal
        case (.call(let person, _, _), .call(let other, _, _)): person.isSame(as: other)
        case (.notice(let notice, _), .notice(let other, _)):
            notice.kind == other.kind && notice.count == other.count
                && notice.months == other.months && notice.sender.isSame(as: other.sender)
        case (.caption(let caption, _), .caption(let other, _)): caption.text == other.text
        // The configuration decides if a delivery makes a caption or a call beside its notice.
        case (.caption, .call), (.call, .caption), (.caption, .notice), (.notice, .caption),
            (.call, .notice), (.notice, .call):
            true
        default: self == recorded
        }
    }

    /// The event that waits for approval, or this one.
    private var main: Event.Kind {
        if case .hold(let hold) = self, let first = hold.kinds.first { first } else { self }
    }
}

extension Gift {
    fileprivate func isSame(as other: Gift) -> Bool {
        count == other.count && streak?.id == other.streak?.id && item.isSame(as: other.item)
            && sender.isSame(as: other.sender)
    }
}

extension GiftItem {
    fileprivate func isSame(as other: GiftItem) -> Bool {
        if let value, let known = other.value, value != known { return false }
        return id == nil && other.id == nil ? name == other.name : id == other.id
    }
}

extension Person {
    /// True if the senders match. A sender without a name or with a masked name matches any sender.
    fileprivate func isSame(as other: Person) -> Bool {
        if isKnown, other.isKnown { return id == other.id }
        return name == other.name || isUnnamed || other.isUnnamed
    }

    /// True if the ID is the platform's ID of the person, and not one that was derived from a message.
    private var isKnown: Bool {
        guard let id else { return false }
        let parts = id.elements(separatedBy: UInt8(ascii: ":"))
        return !(parts.count > 1 && parts[1].begins(with: "?"))
    }

    private var isUnnamed: Bool { name == "anonymous" }
}
