public import Stage
import Texts

/// Converts an event of a platform to events of a room, such as gifts and captions, by the room's settings.
extension PlatformEvent {
    /// Returns the room's events for this platform event, without those that the configuration does
    /// not show. Each event has a fixed place: 1 is the event itself, 2 the message with it, 3 the
    /// addition to the donations counter.
    public func events(by rules: SourcesConfiguration) -> [(place: Int, kind: Event.Kind)] {
        [(1, happened(by: rules)), (2, spoken(rules)), (3, counted(by: rules))].compactMap {
            place, kind in kind.map { (place, $0) }
        }
    }

    private func happened(by rules: SourcesConfiguration) -> Event.Kind? {
        switch deed {
        case .follow: shown(rules.follow, rules.followText, rules)
        case .raid: shown(rules.raid, rules.raidText, rules)
        case .redemption: shown(rules.redemption, rules.redemptionText, rules)
        case .gift(let item, let count, let streak, let report):
            .gift(
                Gift(
                    sender: sender, item: item, count: min(max(count, 1), Self.mostCount),
                    streak: streak, report: report), mark: mark)
        case .donation(let amount):
            .gift(Gift(sender: sender, item: GiftItem(amount, by: rules), count: 1), mark: mark)
        case .purchase(let item, let amount):
            .gift(
                Gift(sender: sender, item: item.worth(amount, by: rules), count: 1),
                mark: mark)
        case .event(let kind): kind
        }
    }

    private var mark: Event.Mark? { isTest ? .test : nil }

    private static let mostCount = 1_000_000
    private static let mostCaptionCharacters = 500

    /// Returns the event that shows the message of a gift or a donation.
    private func spoken(_ rules: SourcesConfiguration) -> Event.Kind? {
        switch deed {
        case .gift, .donation, .purchase:
            message == nil ? nil : shown(rules.message, rules.messageText, rules)
        case .follow, .raid, .redemption, .event: nil
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
    /// Creates the gift item of a donation: its name is the amount, and its value is the amount if
    /// that is in the room's currency.
    fileprivate init(_ amount: Amount, by rules: SourcesConfiguration) {
        self = GiftItem(name: amount.text).worth(amount, by: rules)
    }

    /// Returns this item with the value of the amount, or without a value if the amount is in
    /// another currency than the room's.
    fileprivate func worth(_ amount: Amount, by rules: SourcesConfiguration) -> GiftItem {
        let isOwn = rules.currency == amount.currency
        return GiftItem(id: id, name: name, image: image, value: isOwn ? Double(amount.units) : nil)
    }
}
