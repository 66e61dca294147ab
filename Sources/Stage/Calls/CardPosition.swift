/// The vertical position of a call's card in the stack of cards, as a sum of configured sizes.
///
/// No height is stored in points, so a moving card follows a changed setting at once.
struct CardPosition: Hashable, Sendable {
    private let tops: Double
    private let pitches: Double
    private let heights: Double

    /// The resting place of slot `slot`.
    static func slot(_ slot: Int) -> CardPosition {
        CardPosition(tops: 1, pitches: Double(slot), heights: 0)
    }

    /// The place of a card that has slid out over the edge.
    static let out = CardPosition(tops: 0, pitches: 0, heights: -1)

    var numbers: [Double] { [tops, pitches, heights] }

    /// Restores a place from its numbers; missing numbers count as 0.
    init(numbers: [Double]) {
        let near = (numbers + [0, 0, 0]).map { min(max($0, -1e9), 1e9) }
        self.init(tops: near[0], pitches: near[1], heights: near[2])
    }

    private init(tops: Double, pitches: Double, heights: Double) {
        self.tops = tops
        self.pitches = pitches
        self.heights = heights
    }

    /// The place one pitch further down.
    var below: CardPosition { CardPosition(tops: tops, pitches: pitches + 1, heights: heights) }

    /// Returns the place at the share `way` of the distance to `target`; exactly `target` at 1.
    func moved(to target: CardPosition, by way: Double) -> CardPosition {
        if way == 1 { return target }
        return CardPosition(
            tops: tops + (target.tops - tops) * way,
            pitches: pitches + (target.pitches - pitches) * way,
            heights: heights + (target.heights - heights) * way)
    }

    /// Returns the top edge of a card at this place, in points on the stage.
    func y(_ configuration: CallsConfiguration) -> Double {
        configuration.y + tops * configuration.top + pitches * configuration.pitch
            + heights * configuration.height
    }
}
