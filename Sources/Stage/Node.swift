public import Texts

/// One thing to be drawn: where it is, how opaque, and what it shows.
public struct Node: Hashable, Sendable {
    /// Stands for the same thing from frame to frame: `gifts/0`, `call/abc`.
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
    }

    init(
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

/// A gift's card in the ticker.
public struct TickerContent: Hashable, Sendable {
    public var sender: Text
    public var avatar: Text?
    public var gift: Text
    public var image: Text?
    public var count: Int
    public var digitScale: Thousandths
}

/// A channel's row.
public struct GiftContent: Hashable, Sendable {
    /// The id of the combo: another one means another sender or gift, not a changed one.
    public var combo: Text
    public var sender: Text
    public var avatar: Text?
    public var gift: Text
    public var image: Text?
    /// The n of ×n.
    public var count: Int
    public var digitScale: Thousandths
}

/// A counting label.
public struct CounterContent: Hashable, Sendable {
    public var text: Text
    public var value: Hundredths
}

/// A caption.
public struct CaptionContent: Hashable, Sendable {
    public var text: Text
    public var effect: Caption.Effect
    public var align: CaptionsConfiguration.Align
    /// The text's characters: extended grapheme clusters.
    public var glyphs: [Text]
    public var appearance: Appearance

    /// How much of the text is there.
    public enum Appearance: Hashable, Sendable {
        /// By character, in line heights: −1 is a line below its place, 0 in place.
        case rise([Thousandths])
        /// By character, 0 to 1.
        case alpha([Thousandths])
        /// The text is filled to `level`, 0 to 1; the surface swings by `amplitude` points.
        case wave(level: Thousandths, amplitude: Thousandths, phase: Thousandths)
    }
}

/// A call's card.
public struct CallContent: Hashable, Sendable {
    public var name: Text
    public var avatar: Text?
    /// It is on its way out and takes no taps.
    public var leaving: Bool
}
