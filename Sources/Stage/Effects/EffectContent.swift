public import Texts
public import Timeline

/// The drawable content of an effect in a frame, with its file and its times.
public struct EffectContent: Hashable, Sendable {
    /// A path on this server; nil for a film.
    public var src: Text?
    /// The room time at which its first picture is shown.
    public var start: Instant
    /// The planned duration, which a skip does not change.
    public var duration: Duration
    /// Nil for a file.
    public var film: ShownFilm?

    public struct ShownFilm: Hashable, Sendable {
        public var film: Film
        public var sender: Text
        public var avatar: Text?
        /// The gift's name; nil if the event has no gift.
        public var gift: Text?
        /// 0 to 65,535: the `seq` of the gift's event, modulo 65,536.
        public var seed: Int
    }

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = EffectContent(start: .zero, duration: .zero)
}
