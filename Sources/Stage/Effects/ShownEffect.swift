import Texts
import Timeline

/// The effect that is on the stage, with its file, its start and its fades over time.
struct ShownEffect: Hashable, Sendable {
    /// The ID of the gift's event.
    let id: Text
    let media: EffectMedia
    /// The names in the film; nil for a file.
    private let film: EffectContent.ShownFilm?
    let start: Instant
    private let nodeID: Text
    private let appearance: Segment
    /// The fade-out, planned from the start and brought forward by a skip.
    private var disappearance: Segment
    /// True once the fade-out has begun.
    private(set) var isLeaving = false

    init(_ request: EffectRequest, at instant: Instant, fade: Duration) {
        let half = Duration(microseconds: request.media.duration.microseconds / 2)
        self.init(
            id: request.id, media: request.media, film: request.film, start: instant,
            appearance: Segment(
                from: 0, to: 1, start: instant, duration: min(fade, half), easing: .linear))
    }

    private init(
        id: Text, media: EffectMedia, film: EffectContent.ShownFilm?, start: Instant,
        appearance: Segment
    ) {
        self.id = id
        self.media = media
        self.film = film
        self.start = start
        self.appearance = appearance
        nodeID = Self.nodeID(id)
        let fade = appearance.duration
        disappearance = Segment(
            from: 1, to: 0, start: start + (media.duration - fade), duration: fade,
            easing: .linear)
    }

    static func nodeID(_ id: Text) -> Text { "effect/\(id)" }

    var end: Instant { disappearance.end }

    /// The instant at which the fade-out begins, or at which a leaving effect is gone.
    var due: Instant { isLeaving ? end : disappearance.start }

    mutating func startLeaving() { isLeaving = true }

    /// Starts the fade-out now, from the current opacity, over `fade` or the remaining time if that
    /// is less.
    mutating func leave(at instant: Instant, fade: Duration) {
        disappearance = Segment(
            from: alpha(at: instant), to: 0, start: instant, duration: min(fade, end - instant),
            easing: .linear)
        isLeaving = true
    }

    func isMoving(at instant: Instant) -> Bool { isLeaving || instant < appearance.end }

    private func alpha(at instant: Instant) -> Double {
        (isLeaving ? disappearance : appearance).value(at: instant)
    }

    func node(at instant: Instant, _ configuration: EffectsConfiguration) -> Node {
        Node(
            id: nodeID, x: configuration.x, y: configuration.y, width: configuration.width,
            height: configuration.height, alpha: alpha(at: instant),
            content: .effect(
                EffectContent(
                    src: media.file, start: start, duration: media.duration, film: film)))
    }
}

extension ShownEffect: Weighed {
    var byteEstimate: Int {
        260 + id.byteCount + media.file.byteEstimate + (film?.byteEstimate ?? 0)
    }
}

extension ShownEffect: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        media.save(to: &state)
        film?.save(to: &state)
        state.put("start", start)
        state.put("appearance", appearance)
        if isLeaving { state.put("disappearance", disappearance) }
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let media = EffectMedia(state) else { return nil }
        self.init(
            id: id, media: media, film: .init(of: media, state),
            start: state.past("start"),
            appearance: state.segment("appearance") ?? Segment(resting: 1))
        guard let disappearance = state.segment("disappearance") else { return }
        self.disappearance = disappearance
        isLeaving = true
    }
}

extension EffectRequest {
    fileprivate var film: EffectContent.ShownFilm? {
        media.film.map {
            .init(
                film: $0, sender: gift.sender.name, avatar: gift.sender.avatar,
                gift: gift.item.name, seed: seed)
        }
    }
}

extension EffectContent.ShownFilm: Weighed {
    var byteEstimate: Int {
        40 + sender.byteCount + avatar.byteEstimate + gift.byteCount
    }
}

extension EffectContent.ShownFilm {
    func save(to state: inout StateWriter) {
        state.put("sender", sender)
        state.put("avatar", avatar)
        state.put("gift", gift)
        state.put("seed", seed)
    }

    /// Nil unless `media` is a film.
    init?(of media: EffectMedia, _ state: StateReader) {
        guard case .film(let film) = media.content else { return nil }
        self.init(
            film: film, sender: state.text("sender") ?? "", avatar: state.text("avatar"),
            gift: state.text("gift") ?? "", seed: state.seed("seed"))
    }
}
