import Texts
import Timeline

/// A gift's request for its effect, which starts at once or waits.
struct EffectRequest: Hashable, Sendable {
    /// The ID of the gift's event.
    let id: Text
    let gift: Gift
    let media: EffectMedia
    /// True if the gift's own sound has already played with its combo.
    var isHeard = false

    var key: Combo.Key { Combo.Key(gift) }
    /// The value of one gift; higher values go first.
    var value: Double { gift.present.value ?? 0 }
}

extension EffectRequest: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        gift.save(to: &state)
        state.put("src", media.src)
        state.put("duration", media.duration)
        state.put("heard", isHeard)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let gift = Gift(state),
            let media = EffectMedia(state)
        else { return nil }
        self.init(id: id, gift: gift, media: media, isHeard: state.flag("heard"))
    }
}

extension EffectRequest: Weighed {
    var byteEstimate: Int { 40 + id.byteCount + gift.byteEstimate + media.src.byteCount }
}

extension EffectMedia {
    /// The maximum duration.
    private static let longest = Duration(seconds: 60)

    init?(_ state: StateReader) {
        guard let src = state.text("src"), let duration = state.duration("duration") else {
            return nil
        }
        self.init(src: src, duration: min(duration, Self.longest))
    }
}
