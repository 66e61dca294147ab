import Texts

/// An event as rules of alerts see it. For a gift of a combo, the worth, count and amount are those of the whole combo.
struct AlertSubject: Hashable {
    /// The ID of the event.
    let id: Text
    let seq: Int64
    let sender: Person
    let facts: EventFacts
    /// The amount in words; nil for 0.
    let amount: Text?
    /// The tier of the worth, 0 to 4.
    let tier: Int
    /// The ID of the event that the event shows again; nil if it is no replay.
    var original: Text?
    /// The title of a notice.
    var title: Text?
    var message: Text?
    /// The ID of the combo that the gift joins or begins; nil if it does neither.
    var combo: Text?

    var seed: Int { Flourish.seed(ofEvent: seq) }
}

extension GiftItem {
    /// Returns the worth of `count` items in words: money in its currency, otherwise a number; nil for 0. `sent` is the
    /// value that the event had, which counts for foreign money.
    func amount(of count: Int, sent: Double?, own: Text) -> Text? {
        guard let currency else { return worth(of: count).amount.map { "\($0)" } }
        let unit = currency == own ? self : GiftItem(name: name, value: sent)
        return unit.worth(of: count).amount.map { Currency.text(units: $0, currency) }
    }
}

extension Int64 {
    /// Nil for 0.
    fileprivate var amount: Int64? { self == 0 ? nil : self }
}
