import Texts
import Timeline

/// The opacity of content that the stage shows for a set time, with a fade in and a fade out. A skip brings the fade out
/// forward.
struct TimedFade: Hashable, Sendable {
    let start: Instant
    /// The planned duration, which a skip does not change.
    let duration: Duration
    private let appearance: Segment
    /// The fade-out, planned from the start and brought forward by a skip.
    private var disappearance: Segment
    /// True once the fade-out has begun.
    private(set) var isLeaving = false

    init(start: Instant, duration: Duration, fade: Duration) {
        let half = Duration(microseconds: duration.microseconds / 2)
        self.init(
            start: start, duration: duration,
            appearance: Segment(
                from: 0, to: 1, start: start, duration: min(fade, half), easing: .linear))
    }

    private init(start: Instant, duration: Duration, appearance: Segment) {
        self.start = start
        self.duration = duration
        self.appearance = appearance
        let fade = appearance.duration
        disappearance = Segment(
            from: 1, to: 0, start: start + (duration - fade), duration: fade, easing: .linear)
    }

    var end: Instant { disappearance.end }

    /// The instant at which the fade-out begins, or at which leaving content is gone.
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

    func alpha(at instant: Instant) -> Double {
        (isLeaving ? disappearance : appearance).value(at: instant)
    }

    /// Writes everything but the duration, which is a property of the content.
    func save(to state: inout StateWriter) {
        state.put("start", start)
        state.put("appearance", appearance)
        if isLeaving { state.put("disappearance", disappearance) }
    }

    init(_ state: StateReader, duration: Duration) {
        self.init(
            start: state.past("start"), duration: duration,
            appearance: state.segment("appearance") ?? Segment(resting: 1))
        guard let disappearance = state.segment("disappearance") else { return }
        self.disappearance = disappearance
        isLeaving = true
    }
}
