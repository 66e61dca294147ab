public import Stage
public import Texts

/// Converts an event of a platform to events of a room, such as notices, gifts and captions, by the room's settings.
extension PlatformEvent {
    /// The place of an event among the room's events for one platform event, which never changes.
    public enum Place: Int, Hashable, Sendable {
        case notice
        /// The gift, or the caption or the call of a follow, a raid or a redemption.
        case main
        /// The caption or the call with the message.
        case message
        /// The addition to the donations counter.
        case counter
    }

    /// Returns the room's events for this platform event, the most specific first. The configuration decides which
    /// captions and calls it makes. `source`: the platform's kind.
    public func events(
        by rules: SourcesConfiguration, of source: Text
    ) -> [(place: Place, kind: Event.Kind)] {
        let kinds: [(Place, Event.Kind?)] = [
            (.notice, announced), (.main, happened(by: rules)), (.message, spoken(rules)),
            (.counter, counted(by: rules)),
        ]
        return kinds.compactMap { place, kind in
            kind.map { (place, $0.coming(from: Origin(source: source))) }
        }
    }

    private func happened(by rules: SourcesConfiguration) -> Event.Kind? {
        switch deed {
        case .follow: shown(rules.follow, rules.followText, rules)
        case .raid: shown(rules.raid, rules.raidText, rules)
        case .redemption: shown(rules.redemption, rules.redemptionText, rules)
        case .gift, .donation, .purchase: gift.map { .gift($0, mark: mark) }
        case .notice: nil
        case .event(let kind): kind
        }
    }

    /// The gift that the event brought; nil: it brought none.
    private var gift: Gift? {
        func gift(_ item: GiftItem) -> Gift {
            Gift(sender: sender, item: item, count: 1, message: shownMessage)
        }
        return switch deed {
        case .gift(let item, let count, let streak, let report):
            Gift(
                sender: sender, item: item, count: min(max(count, 1), Self.mostCount),
                streak: streak, report: report, message: shownMessage)
        case .donation(let amount): gift(GiftItem(name: amount.text).worth(amount))
        case .purchase(let item, let amount): gift(item.worth(amount))
        case .follow, .raid, .redemption, .notice, .event: nil
        }
    }

    /// The notice of the event. Its worth is that of the gift.
    private var announced: Event.Kind? {
        notice.map { kind in
            var count: Int?
            switch deed {
            case .raid(let viewers): count = viewers
            case .notice(let number): count = number
            case .gift(_, let gifts, _, _): count = min(max(gifts, 1), Self.mostCount)
            default: break
            }
            return .notice(
                Notice(
                    kind: kind, sender: sender,
                    count: count.map { min(max($0, 0), Self.mostNoticeCount) },
                    months: months.map { min(max($0, 0), Self.mostMonths) },
                    title: title?.fitted(to: Self.mostTitleCharacters), message: shownMessage,
                    item: gift?.item), mark: mark)
        }
    }

    private var shownMessage: Text? { message?.fitted(to: Self.mostMessageCharacters) }

    private var mark: Event.Mark? { isTest ? .test : nil }

    private static let mostCount = 1_000_000
    private static let mostNoticeCount = 1_000_000_000
    private static let mostMonths = 1200
    private static let mostTitleCharacters = 200
    private static let mostMessageCharacters = 500
    private static let mostCaptionCharacters = 500

    /// Returns the event that shows the message of a gift or a donation.
    private func spoken(_ rules: SourcesConfiguration) -> Event.Kind? {
        switch deed {
        case .gift, .donation, .purchase:
            message == nil ? nil : shown(rules.message, rules.messageText, rules)
        case .follow, .raid, .redemption, .notice, .event: nil
        }
    }

    /// Returns the event that adds a donation to the room's donations counter.
    private func counted(by rules: SourcesConfiguration) -> Event.Kind? {
        guard rules.counter, !isTest, let amount, amount.currency == rules.currency
        else { return nil }
        var update = CounterUpdate(to: amount.value)
        update.adds = true
        update.format.style = amount.places == 0 ? .integer : .decimal
        update.format.suffix = " \(amount.currency)"
        return .counter(name: "donations", update)
    }

    private func shown(
        _ form: SourcesConfiguration.Shown, _ template: Text, _ rules: SourcesConfiguration
    ) -> Event.Kind? {
        switch form {
        case .nothing: return nil
        case .call: return .call(sender, mark: mark)
        case .caption:
            guard let text = filled(template).cut(to: Self.mostCaptionCharacters) else {
                return nil
            }
            var caption = Caption(text: text)
            caption.slot = rules.slot
            caption.sender = Person(id: sender.id, name: sender.name)
            return .caption(caption, mark: mark)
        }
    }

    /// Fills the placeholders of a template, up to the length of a caption; the values themselves are not
    /// searched for placeholders.
    private func filled(_ template: Text) -> Text {
        var text: [UInt8] = []
        var rest = Array(template.cleaned.utf8)[...]
        // A template may name a long message many times, and the caption is cut anyway.
        while text.count <= 4 * (Self.mostCaptionCharacters + 1), let byte = rest.first {
            if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
                let value = value(of: Text(decoding: rest[rest.startIndex...end]))
            {
                text += value.cleaned.isolated.utf8
                rest = rest[(end + 1)...]
            } else {
                text.append(rest.removeFirst())
            }
        }
        return Text(decoding: text)
    }

    private func value(of name: Text) -> Text? {
        switch (name, deed) {
        case ("{sender}", _): sender.name
        case ("{message}", _): message
        case ("{count}", .raid(let viewers)): Text("\(viewers)")
        case ("{count}", .gift(_, let count, _, _)): Text("\(count)")
        case ("{reward}", .redemption(let title)): title
        case ("{gift}", .gift(let item, _, _, _)), ("{gift}", .purchase(let item, _)):
            item.name
        case ("{amount}", _): amount?.text
        case ("{months}", _): months.map { Text("\($0)") }
        default: nil
        }
    }
}

extension GiftItem {
    /// Returns this item with the value of the amount and its currency. Without a known currency it has no value.
    fileprivate func worth(_ amount: Amount) -> GiftItem {
        let isKnown = !amount.currency.isEmpty
        return GiftItem(
            id: id, name: name, image: image, value: isKnown ? Double(amount.units) : nil,
            currency: isKnown ? amount.currency : nil)
    }
}
