public import Texts
public import Timeline

/// What is played over the stage.
public struct EffectContent: Hashable, Sendable {
    /// A file of this server.
    public var src: Text
    /// The room time at which its first picture is shown.
    public var start: Instant
    /// How long it is shown, skipped or not.
    public var duration: Duration

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = EffectContent(src: "", start: .zero, duration: .zero)
}
