public import Texts
public import Timeline

/// The drawable content of an alert in a frame.
public struct AlertContent: Hashable, Sendable {
    public var title: Text
    /// Nil if the alert shows no message.
    public var message: Text?
    /// The sender's name.
    public var name: Text
    public var avatar: Text?
    /// The address of a picture.
    public var image: Text?
    /// The amount in words.
    public var amount: Text?
    /// 1 to 4; nil: tier 0.
    public var tier: Int?
    /// 0 to 65,535: the `seq` of the event, modulo 65,536.
    public var seed: Int
    /// The room time at which the alert appeared.
    public var start: Instant
    /// The room time at which the first skip began; nil before.
    public var left: Instant?
    /// The planned duration, which a skip does not change.
    public var duration: Duration

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = AlertContent(
        title: "", name: "", seed: 0, start: .zero, duration: .zero)
}
