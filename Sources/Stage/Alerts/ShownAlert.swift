import Texts
import Timeline

/// The alert that is on the stage, with its fades and the time of its speech.
struct ShownAlert: Hashable, Sendable {
    var alert: Alert
    var fade: TimedFade
    let nodeID: Text
    /// The instant at which the first skip began; nil before.
    private(set) var left: Instant?
    private var speech: SpeechState

    private enum SpeechState: Hashable {
        /// There is no speech, or it must not be heard any more.
        case over
        case coming
        /// Its cue was made.
        case heard
    }

    init(_ alert: Alert, at instant: Instant, fade: Duration) {
        self.alert = alert
        self.fade = TimedFade(start: instant, duration: alert.duration, fade: fade)
        nodeID = Self.nodeID(alert.id)
        speech = alert.recording == nil ? .over : .coming
    }

    private static func nodeID(_ event: Text) -> Text { "alert/\(event)" }

    var due: Instant { speechAt.map { min($0, fade.due) } ?? fade.due }

    /// The instant of the speech's cue; nil if none comes.
    var speechAt: Instant? { speech == .coming ? fade.start + Alert.speechDelay : nil }

    /// Makes the cue of the speech.
    mutating func speak(at instant: Instant, _ context: inout RoomContext) {
        guard let recording = alert.recording else {
            speech = .over
            return
        }
        let isMade = context.cue(.speech, of: alert.id, own: recording.src, at: instant)
        speech = isMade ? .heard : .over
    }

    /// Stops the speech.
    mutating func hush(at instant: Instant, _ context: inout RoomContext) {
        if speech == .heard { context.hush(alert.id, at: instant) }
        speech = .over
    }

    /// Hides the message and stops its speech; the alert keeps its time.
    mutating func hideMessage(at instant: Instant, _ context: inout RoomContext) {
        alert.hideText()
        hush(at: instant, &context)
    }

    mutating func leave(at instant: Instant, fade duration: Duration) {
        fade.leave(at: instant, fade: duration)
        if left == nil { left = instant }
    }

    func node(at instant: Instant, _ configuration: AlertsConfiguration) -> Node {
        Node(
            id: nodeID, x: configuration.x, y: configuration.y, width: configuration.width,
            height: configuration.height, alpha: fade.alpha(at: instant),
            content: .alert(
                AlertContent(
                    title: alert.title, message: alert.message, name: alert.name,
                    avatar: alert.avatar, image: alert.image, amount: alert.amount,
                    tier: alert.tier == 0 ? nil : alert.tier, seed: alert.seed,
                    start: fade.start, left: left, duration: fade.duration)))
    }
}

extension ShownAlert: Weighed {
    var byteEstimate: Int { 200 + alert.byteEstimate }
}

extension ShownAlert: Restorable {
    func save(to state: inout StateWriter) {
        state.put("alert", alert)
        fade.save(to: &state)
        state.put("left", left)
        state.put("spoken", speech == .heard)
        state.put("silent", speech == .over && alert.recording != nil)
    }

    init?(_ state: StateReader) {
        guard let alert: Alert = state.part("alert") else { return nil }
        self.alert = alert
        fade = TimedFade(state, duration: alert.duration)
        nodeID = Self.nodeID(alert.id)
        left = state.has("left") ? state.past("left") : nil
        let isOver = alert.recording == nil || state.flag("silent")
        speech = isOver ? .over : state.flag("spoken") ? .heard : .coming
    }
}
