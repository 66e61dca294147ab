public import Stage
import Texts

extension Happening {
    /// What a room makes of it; nothing if its configuration shows nothing of the kind.
    public func events(by rules: SourcesConfiguration) -> [Event.Kind] {
        switch deed {
        case .follow: shown(rules.follow, rules.followText, rules)
        case .raid: shown(rules.raid, rules.raidText, rules)
        case .redemption: shown(rules.redemption, rules.redemptionText, rules)
        case .gift(let present, let count, let streak):
            [
                .gift(
                    Gift(
                        sender: sender, present: present,
                        count: min(max(count, 1), Self.mostCount), streak: streak))
            ]
                + spoken(rules)
        case .donation(let amount):
            [.gift(Gift(sender: sender, present: Present(amount, by: rules), count: 1))]
                + spoken(rules)
        case .event(let kind): [kind]
        }
    }

    private static let mostCount = 1_000_000
    private static let mostCaptionCharacters = 500

    private func spoken(_ rules: SourcesConfiguration) -> [Event.Kind] {
        message == nil ? [] : shown(rules.message, rules.messageText, rules)
    }

    private func shown(
        _ form: SourcesConfiguration.Shown, _ template: Text, _ rules: SourcesConfiguration
    ) -> [Event.Kind] {
        switch form {
        case .nothing: return []
        case .call: return [.call(sender)]
        case .caption:
            guard let text = filled(template).fitted(to: Self.mostCaptionCharacters) else {
                return []
            }
            var caption = Caption(text: text)
            caption.slot = rules.slot
            return [.caption(caption)]
        }
    }

    /// A template with what it names in its place; what is put in is not looked through again.
    private func filled(_ template: Text) -> Text {
        var text: [UInt8] = []
        var rest = Array(template.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
                let value = value(of: Text(decoding: rest[rest.startIndex...end]))
            {
                text += value.utf8
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
        case ("{count}", .gift(_, let count, _)): Text("\(count)")
        case ("{reward}", .redemption(let title)): title
        case ("{gift}", .gift(let present, _, _)): present.name
        case ("{amount}", .donation(let amount)): amount.text
        default: nil
        }
    }
}

extension Present {
    /// What is given with a donation: it is called by its amount, and worth that in the room's currency.
    fileprivate init(_ amount: Amount, by rules: SourcesConfiguration) {
        let isOwn = rules.currency == amount.currency
        self.init(name: amount.text, value: isOwn ? Double(amount.units) : nil)
    }
}
