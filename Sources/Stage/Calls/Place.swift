/// A height on the calls' stack, in the sizes that make it up.
///
/// If a size changes, what is on its way moves at once: nothing is kept in points.
struct Place: Hashable, Sendable {
    private let tops: Double
    private let pitches: Double
    private let heights: Double

    /// Where slot `slot` rests.
    static func slot(_ slot: Int) -> Place {
        Place(tops: 1, pitches: Double(slot), heights: 0)
    }

    /// Out over the edge.
    static let out = Place(tops: 0, pitches: 0, heights: -1)

    var numbers: [Double] { [tops, pitches, heights] }

    /// The place of these numbers; what is missing counts as 0.
    init(numbers: [Double]) {
        let near = (numbers + [0, 0, 0]).map { min(max($0, -1e9), 1e9) }
        self.init(tops: near[0], pitches: near[1], heights: near[2])
    }

    private init(tops: Double, pitches: Double, heights: Double) {
        self.tops = tops
        self.pitches = pitches
        self.heights = heights
    }

    /// One pitch further down.
    var below: Place { Place(tops: tops, pitches: pitches + 1, heights: heights) }

    /// The place at the share `way` of the way to `target`; exactly `target` at 1.
    func moved(to target: Place, by way: Double) -> Place {
        if way == 1 { return target }
        return Place(
            tops: tops + (target.tops - tops) * way,
            pitches: pitches + (target.pitches - pitches) * way,
            heights: heights + (target.heights - heights) * way)
    }

    /// The top edge of a card here, in points on the stage.
    func y(_ configuration: CallsConfiguration) -> Double {
        configuration.y + tops * configuration.top + pitches * configuration.pitch
            + heights * configuration.height
    }
}
