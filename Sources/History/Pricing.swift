import Journal
import LiveRooms
import Stage
import Texts
import Wire

/// Finds the identity, name and value of a recorded gift for a room's totals, by the room's catalogue and currency.
struct Pricing: Hashable, Sendable {
    private let catalogue: Catalogue
    private let currency: Text

    init(_ configuration: Configuration = Configuration()) {
        catalogue = configuration.catalogue
        currency = configuration.sources.currency
    }

    /// Reads the pricing of the room's first configuration.
    init(of history: History) throws {
        let document = try history.birthConfiguration()
        self.init(try document.map(Recovery.birth) ?? Configuration())
    }

    /// The identity, name and value of a gift.
    struct Priced {
        let key: GiftTotals.Key
        let name: Text
        /// The value of one gift.
        let value: Double
    }

    /// Returns the value of a recorded gift, computed as on the stage; nil if the gift has no name.
    func price(_ gift: JSON) -> Priced? {
        guard let item = GiftItem(recorded: gift) else { return nil }
        let entry = catalogue.entry(of: item)
        let value = item.worth(with: entry, currency: currency) ?? 0
        let name = item.id == nil ? entry?.name ?? item.name : item.name
        // Gifts with different names count as the same gift if they have the same catalogue entry.
        let key =
            entry.map { GiftTotals.Key(text: $0.key, isID: true) }
            ?? GiftTotals.Key(text: item.id ?? item.name, isID: item.id != nil)
        return Priced(key: key, name: name, value: value)
    }
}

extension GiftItem {
    /// Reads the gift in an event's body. Earlier versions accepted fractional values.
    fileprivate init?(recorded json: JSON) {
        func text(_ key: Text) -> Text? {
            if case .string(let text)? = json[key] { text } else { nil }
        }
        func number(_ key: Text) -> Double? {
            if case .number(let number)? = json[key] { number } else { nil }
        }
        if case .string(let name) = json {
            self.init(name: name)
            return
        }
        guard let name = text("name") else { return nil }
        self.init(
            id: text("id"), name: name, value: number("value"),
            price: number("price").flatMap(Int.init(exactly:)), currency: text("currency"))
    }
}
