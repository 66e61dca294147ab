public import Texts
public import Timeline

/// A rule that makes alerts of the events that match its condition, with the look and sound of these alerts.
public struct AlertRule: Hashable, Sendable {
    /// Unique among a room's rules: 1 to 50 of a-z, 0-9 and `-`.
    public var name: Text
    public var condition = EventCondition()
    /// The template of the title.
    public var title: Text
    /// True if the alert shows the event's message.
    public var showsMessage = true
    /// The address of a picture; nil: the gift's.
    public var image: Text?
    /// The effect that takes the place of the gift's.
    public var film: EffectMedia.Content?
    /// A sound file of this server; nil: the gift's sound.
    public var sound: Text?
    /// 1 to 60 s.
    public var duration = Duration(seconds: 6)
    /// 0 to 4; nil: the tier of the event's worth.
    public var tier: Int?
    /// True if the message is spoken.
    public var speaks = false
    /// True if the event is shown as an alert alone.
    public var isOnly = false
    public var action: StudioAction?
    /// The share of the alerts of the rule's group, 0 to 1,000.
    public var weight = 1

    public init(name: Text, title: Text) {
        self.name = name
        self.title = title
    }

    /// An action for OBS at the start of an alert. The room only stores it.
    public enum StudioAction: Hashable, Sendable {
        case saveReplay
        /// Switches to a scene, and after this many seconds back.
        case scene(Text, back: Double?)
    }
}

extension AlertRule: Weighed {
    var byteEstimate: Int {
        300 + name.byteCount + title.byteCount + image.byteEstimate + sound.byteEstimate
    }
}
