public import Texts

/// One thing to draw in a frame, with its place, its opacity and its content.
public struct Node: Hashable, Sendable {
    /// The ID, which stays the same from frame to frame: `gifts/0`, `call/abc`.
    public var id: Text
    /// The left edge, in points on the stage.
    public var x: Hundredths
    /// The top edge, in points on the stage.
    public var y: Hundredths
    public var width: Hundredths
    public var height: Hundredths
    /// 0 (invisible) to 1.
    public var alpha: Thousandths
    public var content: Content

    public enum Content: Hashable, Sendable {
        case ticker(TickerContent)
        case gift(GiftContent)
        case counter(CounterContent)
        case caption(CaptionContent)
        case call(CallContent)
        case goal(GoalContent)
        case effect(EffectContent)
        case alert(AlertContent)
        case leader(LeaderContent)
    }

    package init(
        id: Text, x: Double, y: Double, width: Double, height: Double, alpha: Double,
        content: Content
    ) {
        self.id = id
        self.x = Hundredths(x)
        self.y = Hundredths(y)
        self.width = Hundredths(width)
        self.height = Hundredths(height)
        self.alpha = Thousandths(alpha)
        self.content = content
    }
}
