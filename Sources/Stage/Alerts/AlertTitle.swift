import Texts

/// The title of an alert: a template, and the values for its placeholders.
struct AlertTitle: Hashable, Sendable {
    let template: Text
    let sender: Text
    let gift: Text?
    let months: Int?
    let kind: Text?
    let title: Text?

    /// Returns the template with all placeholders filled. Missing values are empty, and other braces stay as they are.
    func text(count: Int?, amount: Text?) -> Text {
        var text: [UInt8] = []
        var rest = Array(template.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
                let value = value(
                    of: Text(decoding: rest[rest.startIndex...end]), count: count, amount: amount)
            {
                text += value.utf8
                rest = rest[(end + 1)...]
            } else {
                text.append(rest.removeFirst())
            }
        }
        return Text(decoding: text)
    }

    /// Returns the value of a placeholder; nil if there is no such placeholder.
    private func value(of placeholder: Text, count: Int?, amount: Text?) -> Text? {
        switch placeholder {
        case "{sender}": Self.isolated(sender)
        case "{gift}": gift.map(Self.isolated) ?? ""
        case "{count}": count.map { "\($0)" } ?? ""
        case "{amount}": amount ?? ""
        case "{months}": months.map { "\($0)" } ?? ""
        case "{kind}": kind ?? ""
        case "{title}": title ?? ""
        default: nil
        }
    }

    /// Returns a name between isolating marks, so that it does not reorder the words around it (Unicode Annex 9). The
    /// name's own marks of direction are left out.
    private static func isolated(_ name: Text) -> Text {
        let kept = name.scalars.filter { scalar in
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
        return "\u{2068}\(Text(String(String.UnicodeScalarView(kept))))\u{2069}"
    }
}

extension AlertTitle: Restorable {
    func save(to state: inout StateWriter) {
        state.put("template", template)
        state.put("sender", sender)
        state.put("gift", gift)
        if let months { state.add("months", .whole(Int64(months))) }
        state.put("kind", kind)
        state.put("title", title)
    }

    init?(_ state: StateReader) {
        guard let template = state.text("template") else { return nil }
        self.init(
            template: template, sender: state.text("sender") ?? "", gift: state.text("gift"),
            months: state.has("months") ? state.whole("months", or: 0) : nil,
            kind: state.text("kind"), title: state.text("title"))
    }
}

extension AlertTitle: Weighed {
    var byteEstimate: Int {
        80 + template.byteCount + sender.byteCount + gift.byteEstimate + kind.byteEstimate
            + title.byteEstimate
    }
}
