import Texts
import Timeline

/// An event's request to show an effect (a film or picture over the whole stage), which starts at once or waits.
struct EffectRequest: Hashable, Sendable {
    /// The ID of the event.
    let id: Text
    let sender: Person
    /// The gift; nil if the event is no gift.
    let item: GiftItem?
    /// The own sound of the gift of a notice.
    var sound: Text?
    let media: EffectMedia
    /// The seed of the film's random numbers.
    let seed: Int
    /// The order of waiting effects: higher values go first.
    let value: Double
    /// True if the effect never merges with another one.
    var isAlone = false
    /// Whether its event was heard already, with its combo.
    var isHeard = false
    /// Whether the gift's own sound was heard already, with its alert.
    var isSilent = false

    /// The own sound of the event's gift.
    var ownSound: Text? { item?.sound ?? sound }

    func isBlocked(by entry: BlockEntries) -> Bool {
        item.map { entry.blocks(sender, $0) } ?? entry.blocks(sender)
    }

    /// The combo of the effect; nil if the effect merges with no other one.
    var key: Combo.Key? {
        guard let item, !isAlone else { return nil }
        return Combo.Key(sender: sender, item: item)
    }
}

extension EffectRequest: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("sender", sender)
        state.put("gift", item)
        state.put("sound", sound)
        media.save(to: &state)
        state.put("seed", seed)
        if value != item?.value ?? 0 { state.put("value", always: value) }
        state.put("alone", isAlone)
        state.put("heard", isHeard)
        state.put("silent", isSilent)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let media = EffectMedia(state) else { return nil }
        let item: GiftItem? = state.part("gift")
        self.init(
            id: id, sender: Person(state.nested("sender")), item: item,
            sound: state.text("sound"), media: media,
            seed: state.seed("seed"),
            value: state.number(
                "value", in: 0...Double(GiftItem.mostWorth), or: item?.value ?? 0),
            isAlone: state.flag("alone"), isHeard: state.flag("heard"),
            isSilent: state.flag("silent"))
    }
}

extension EffectRequest: Weighed {
    var byteEstimate: Int {
        80 + id.byteCount + sender.byteEstimate + (item?.byteEstimate ?? 0)
            + media.file.byteEstimate
    }
}

extension EffectMedia {
    /// The maximum duration.
    private static let longest = Duration(seconds: 60)

    func save(to state: inout StateWriter) {
        state.put("src", file)
        state.put("film", film)
        state.put("duration", duration)
    }

    init?(_ state: StateReader) {
        let content = state.text("src").map(Content.file) ?? state.word("film").map(Content.film)
        guard let content, let duration = state.duration("duration") else { return nil }
        self.init(content, duration: min(duration, Self.longest))
    }
}
