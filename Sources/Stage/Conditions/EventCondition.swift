public import Texts

/// A condition on events, such as "a gift worth 1,000 or more", which the rules of alerts and clocks use. An event
/// matches if it fulfills all parts that are not nil.
public struct EventCondition: Hashable, Sendable {
    public var type: EventType?
    /// The kind of a notice.
    public var kind: Text?
    /// The kind of a platform, or `api` for events that no platform made.
    public var source: Text?
    /// The ID or name of a gift, as sent, or the key of its catalogue entry.
    public var gift: Text?
    /// True: only money in the room's currency. False: everything else.
    public var isMoney: Bool?
    /// The smallest worth, inclusive.
    public var leastWorth: Int64?
    /// The largest worth, inclusive.
    public var mostWorth: Int64?
    public var leastCount: Int?
    public var leastMonths: Int?

    /// The source of events that no platform made.
    public static let ownSource: Text = "api"

    public init() {}

    public enum EventType: String, Hashable, Sendable, CaseIterable {
        case gift
        case call
        case notice
    }

    /// Returns true if an event with these facts fulfills the condition. A part about a property that the event does
    /// not have is not fulfilled.
    func matches(_ facts: EventFacts, in catalogue: Catalogue) -> Bool {
        if let type, type != facts.type { return false }
        if let kind, kind != facts.kind { return false }
        if let source, source != facts.source { return false }
        if let isMoney, isMoney != facts.isMoney { return false }
        if let leastWorth, facts.worth < leastWorth { return false }
        if let mostWorth, facts.worth > mostWorth { return false }
        if let leastCount, facts.count.map({ $0 < leastCount }) ?? true { return false }
        if let leastMonths, facts.months.map({ $0 < leastMonths }) ?? true { return false }
        guard let gift else { return true }
        return facts.item?.isKnown(as: gift, foundAs: facts.key, in: catalogue) ?? false
    }
}

extension GiftItem {
    /// Returns true if `word` is the item's ID or name as sent, or the key of its catalogue entry. `key` is the key of
    /// that entry. A word such as `Rose` also names the item `rose` if the catalogue has one entry for both.
    func isKnown(as word: Text, foundAs key: Text?, in catalogue: Catalogue) -> Bool {
        if isCalled(word) { return true }
        guard let key else { return false }
        return key == word || key == catalogue.entry(called: word)?.key
    }
}

extension EventCondition: Restorable {
    func save(to state: inout StateWriter) {
        state.put("type", type)
        state.put("kind", kind)
        state.put("source", source)
        state.put("gift", gift)
        if let isMoney { state.add("money", .flag(isMoney)) }
        state.put("min", worth: leastWorth)
        state.put("max", worth: mostWorth)
        if let leastCount { state.add("minCount", .whole(Int64(leastCount))) }
        if let leastMonths { state.add("minMonths", .whole(Int64(leastMonths))) }
    }

    init(_ state: StateReader) {
        type = state.word("type")
        kind = state.text("kind")
        source = state.text("source")
        gift = state.text("gift")
        isMoney = state.has("money") ? state.flag("money") : nil
        leastWorth = state.worth("min")
        mostWorth = state.worth("max")
        leastCount = state.has("minCount") ? state.whole("minCount", or: 0) : nil
        leastMonths = state.has("minMonths") ? state.whole("minMonths", or: 0) : nil
    }
}
