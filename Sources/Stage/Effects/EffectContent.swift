public import Texts
public import Timeline

/// The drawable content of an effect in a frame: its file and its times.
public struct EffectContent: Hashable, Sendable {
    /// A file of this server.
    public var src: Text
    /// The room time at which the effect starts.
    public var start: Instant
    /// The planned duration, which a skip does not change.
    public var duration: Duration

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = EffectContent(src: "", start: .zero, duration: .zero)
}
