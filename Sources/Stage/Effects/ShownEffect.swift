import Texts
import Timeline

/// The effect that is on the stage, with its file or film and its fades over time.
struct ShownEffect: Hashable, Sendable {
    /// The ID of the event that asked for it.
    let id: Text
    let media: EffectMedia
    private let senderID: Text?
    private let senderName: Text
    private let gift: Text?
    /// The names in the film; nil for a file.
    private let film: EffectContent.ShownFilm?
    /// True for the effect of an event that is no gift, or that is shown as an alert alone.
    let isAlone: Bool
    private let nodeID: Text
    var fade: TimedFade

    init(_ request: EffectRequest, at instant: Instant, fade: Duration) {
        self.init(
            id: request.id, media: request.media, senderID: request.sender.id,
            senderName: request.sender.name, gift: request.item?.name, film: request.film,
            isAlone: request.isAlone,
            fade: TimedFade(start: instant, duration: request.media.duration, fade: fade))
    }

    private init(
        id: Text, media: EffectMedia, senderID: Text?, senderName: Text, gift: Text?,
        film: EffectContent.ShownFilm?, isAlone: Bool, fade: TimedFade
    ) {
        self.id = id
        self.media = media
        self.senderID = senderID
        self.senderName = senderName
        self.gift = gift
        self.film = film
        self.isAlone = isAlone
        self.fade = fade
        nodeID = Self.nodeID(id)
    }

    func isBlocked(by entry: BlockEntries) -> Bool {
        entry.blocks(Person(id: senderID, name: senderName)) || (gift.map(entry.blocks) ?? false)
    }

    static func nodeID(_ id: Text) -> Text { "effect/\(id)" }

    func node(at instant: Instant, _ configuration: EffectsConfiguration) -> Node {
        Node(
            id: nodeID, x: configuration.x, y: configuration.y, width: configuration.width,
            height: configuration.height, alpha: fade.alpha(at: instant),
            content: .effect(
                EffectContent(
                    src: media.file, start: fade.start, duration: media.duration, film: film)))
    }
}

extension ShownEffect: Weighed {
    var byteEstimate: Int {
        280 + id.byteCount + senderID.byteEstimate + senderName.byteCount + gift.byteEstimate
            + media.file.byteEstimate + (film?.byteEstimate ?? 0)
    }
}

extension ShownEffect: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        media.save(to: &state)
        state.put("senderID", senderID)
        state.put("sender", senderName)
        state.put("gift", gift)
        film?.save(to: &state)
        state.put("alone", isAlone)
        fade.save(to: &state)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let media = EffectMedia(state) else { return nil }
        self.init(
            id: id, media: media, senderID: state.text("senderID"),
            senderName: state.text("sender") ?? "", gift: state.text("gift"),
            film: .init(of: media, state),
            isAlone: state.flag("alone"),
            fade: TimedFade(state, duration: media.duration))
    }
}

extension EffectRequest {
    fileprivate var film: EffectContent.ShownFilm? {
        media.film.map {
            .init(
                film: $0, sender: sender.name, avatar: sender.avatar, gift: item?.name, seed: seed)
        }
    }
}

extension EffectContent.ShownFilm: Weighed {
    var byteEstimate: Int {
        40 + sender.byteCount + avatar.byteEstimate + gift.byteEstimate
    }
}

extension EffectContent.ShownFilm {
    /// Writes what the effect itself does not write.
    func save(to state: inout StateWriter) {
        state.put("avatar", avatar)
        state.put("seed", seed)
    }

    /// Nil unless `media` is a film.
    init?(of media: EffectMedia, _ state: StateReader) {
        guard case .film(let film) = media.content else { return nil }
        self.init(
            film: film, sender: state.text("sender") ?? "", avatar: state.text("avatar"),
            gift: state.text("gift"), seed: state.seed("seed"))
    }
}
