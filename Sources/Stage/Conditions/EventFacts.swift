import Texts

/// The properties of one event that conditions compare, such as its source, worth and count.
struct EventFacts: Hashable {
    let type: EventCondition.EventType
    /// The kind of a notice.
    var kind: Text?
    /// The kind of the platform, or `api`.
    let source: Text
    /// The event's gift item, completed by the catalogue.
    var item: GiftItem?
    /// The key of the item's catalogue entry.
    var key: Text?
    /// True for money in the room's currency.
    var isMoney = false
    /// 0 to 10¹⁸.
    var worth: Int64 = 0
    var count: Int?
    var months: Int?

    /// The facts of a gift that the catalogue has completed; `key` is the key of its entry.
    init(_ gift: Gift, key: Text?, currency: Text) {
        type = .gift
        source = gift.origin?.source ?? EventCondition.ownSource
        item = gift.item
        self.key = key
        isMoney = gift.item.currency == currency
        count = gift.count
        worth = gift.item.worth(of: gift.count)
    }

    /// The facts of a notice whose gift item the catalogue has completed; `key` is the key of its entry.
    init(_ notice: Notice, key: Text?, currency: Text) {
        type = .notice
        kind = notice.kind
        source = notice.origin?.source ?? EventCondition.ownSource
        item = notice.item
        self.key = key
        isMoney = notice.item?.currency == currency
        count = notice.count
        months = notice.months
        worth = notice.item?.worth(of: notice.count ?? 1) ?? 0
    }

    init(callFrom origin: Origin?) {
        type = .call
        source = origin?.source ?? EventCondition.ownSource
    }
}
