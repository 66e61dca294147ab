public import Texts
public import Timeline

/// A sound that is to be heard at an instant, because of something on the stage.
public struct SoundCue: Hashable, Sendable {
    public let cause: Cause
    /// Of the combo, the call or the effect; a goal's name.
    public let id: Text
    /// A file of this server.
    public let sound: Text
    /// 0 to 1.
    public let volume: Double
    public let time: Instant

    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case combo
        case call
        case effect
        case goal
    }
}

extension SoundsConfiguration {
    /// The sound that a cause has for itself.
    func sound(of cause: SoundCue.Cause) -> Text? {
        switch cause {
        case .combo: combo
        case .call: call
        case .effect: effect
        case .goal: goal
        }
    }
}
