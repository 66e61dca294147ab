import Texts
import Timeline

/// A gift's request to show its effect (a film or picture over the whole stage), which starts at once or waits.
struct EffectRequest: Hashable, Sendable {
    /// The ID of the gift's event.
    let id: Text
    let gift: Gift
    let media: EffectMedia
    /// The seed of the film's random numbers.
    let seed: Int
    /// Whether its event was heard already, with its combo.
    var isHeard = false

    var key: Combo.Key { Combo.Key(gift) }
    /// The value of one gift; higher values go first.
    var value: Double { gift.item.value ?? 0 }
}

extension EffectRequest: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        gift.save(to: &state)
        media.save(to: &state)
        state.put("seed", seed)
        state.put("heard", isHeard)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let gift = Gift(state),
            let media = EffectMedia(state)
        else { return nil }
        self.init(
            id: id, gift: gift, media: media, seed: state.seed("seed"),
            isHeard: state.flag("heard"))
    }
}

extension EffectRequest: Weighed {
    var byteEstimate: Int { 40 + id.byteCount + gift.byteEstimate + media.file.byteEstimate }
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
