public import Texts
public import Timeline

/// A cue for a page to play a sound at an instant, for content that enters the stage, a goal that is reached, or a clock
/// that ends; or a cue to end a speech.
public struct SoundCue: Hashable, Sendable {
    public let cause: Cause
    /// The ID of the combo, call, effect or alert, or the name of the goal or clock.
    public let id: Text
    /// A file of this server; nil for the cause `hush`.
    public let sound: Text?
    /// 0 to 1.
    public let volume: Double
    public let time: Instant

    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case combo
        case call
        case effect
        case goal
        case alert
        /// The spoken message of an alert.
        case speech
        /// The speech of an alert ends before its time.
        case hush
        case clock
    }
}

extension SoundsConfiguration {
    /// Returns the configured sound of a cause.
    func sound(of cause: SoundCue.Cause) -> Text? {
        switch cause {
        case .combo: combo
        case .call: call
        case .effect: effect
        case .goal: goal
        case .alert: alert
        case .speech, .hush: nil
        case .clock: clock
        }
    }
}
