public import Stage
import Texts

extension Happening {
    /// What a room makes of it; nothing if its configuration shows nothing of the kind. Each event has a
    /// place of its own, whatever else is made of it: from 1, what happened, what was written with it,
    /// what is counted.
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
        case .gift(let present, let count, let streak, let report):
            .gift(
                Gift(
                    sender: sender, present: present, count: min(max(count, 1), Self.mostCount),
                    streak: streak, report: report), mark: mark)
        case .donation(let amount):
            .gift(Gift(sender: sender, present: Present(amount, by: rules), count: 1), mark: mark)
        case .purchase(let present, let amount):
            .gift(
                Gift(sender: sender, present: present.worth(amount, by: rules), count: 1),
                mark: mark)
        case .event(let kind): kind
        }
    }

    private var mark: Event.Mark? { isTest ? .test : nil }

    private static let mostCount = 1_000_000
    private static let mostCaptionCharacters = 500

    /// What was written with a gift or a donation.
    private func spoken(_ rules: SourcesConfiguration) -> Event.Kind? {
        switch deed {
        case .gift, .donation, .purchase:
            message == nil ? nil : shown(rules.message, rules.messageText, rules)
        case .follow, .raid, .redemption, .event: nil
        }
    }

    /// What a donation adds to the room's counter of them.
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

    /// A template with what it names in its place; what is put in is not looked through again.
    private func filled(_ template: Text) -> Text {
        var text: [UInt8] = []
        var rest = Array(template.cleaned.utf8)[...]
        while let byte = rest.first {
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
        case ("{gift}", .gift(let present, _, _, _)), ("{gift}", .purchase(let present, _)):
            present.name
        case ("{amount}", _): amount?.text
        case ("{months}", _): months.map { Text("\($0)") }
        default: nil
        }
    }
}

extension Present {
    /// What is given with a donation: it is called by its amount, and worth that in the room's currency.
    fileprivate init(_ amount: Amount, by rules: SourcesConfiguration) {
        self = Present(name: amount.text).worth(amount, by: rules)
    }

    /// This gift with the value of the amount, if that is in the room's currency.
    fileprivate func worth(_ amount: Amount, by rules: SourcesConfiguration) -> Present {
        let isOwn = rules.currency == amount.currency
        return Present(id: id, name: name, image: image, value: isOwn ? Double(amount.units) : nil)
    }
}
