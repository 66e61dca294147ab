import Texts
import Timeline

/// A row on the stage that shows one combo of gifts. (An idle row has no `Channel`.)
struct Channel: Hashable, Sendable {
    enum Phase: String, Hashable, Sendable, CaseIterable {
        case entering
        case popping
        /// The count is complete and the row rests.
        case resting
        case leaving
    }

    var combo: Combo
    /// The instant at which the combo took the channel.
    let taken: Instant
    private(set) var phase = Phase.entering
    /// The instant at which the phase ends by itself.
    private(set) var phaseEnd: Instant
    /// The number shown, the n of ×n.
    private(set) var count = 1
    /// The count shown before the current or last pop.
    private var countBefore = 1
    private var progress: TierProgress
    private var hasPopped = false
    /// The way in: at 0 the row is one width to the left and invisible, at 1 in place.
    private var entrance: Segment
    /// The way out: at 1 the row is an `exitShift` to the right and invisible.
    private var exit = Segment(resting: 0)
    private var pop: Pop?

    /// `tier` is the tier of count 1.
    init(combo: Combo, tier: Int, at instant: Instant, configuration: GiftsConfiguration) {
        self.combo = combo
        progress = TierProgress(tier)
        taken = instant
        entrance = Segment(
            from: 0, to: 1, start: instant, duration: configuration.entrance, easing: .easeInOut)
        phaseEnd = entrance.end
    }

    /// True if the channel still takes gifts with its combo's key.
    var takesMore: Bool { phase != .leaving }

    // MARK: Changes

    /// Raises the combo's target.
    mutating func grow(by count: Int) { combo.target += count }

    /// Lowers the combo's target, and the number shown if that is higher.
    mutating func shrink(by count: Int) {
        combo.target -= count
        self.count = min(self.count, max(1, combo.target))
    }

    /// Shows the next count. With `isPastTurn`, one step shows the whole rest.
    mutating func startPop(
        at instant: Instant, isPastTurn: Bool, _ configuration: GiftsConfiguration
    ) {
        let shape = configuration.popShape
        countBefore = count
        if hasPopped {
            count += isPastTurn ? combo.target - count : step(configuration)
        }
        // Without a duration, all pops are over at once.
        if shape.duration == .zero { count = combo.target }
        hasPopped = true
        pop = Pop(start: instant, shape: shape)
        phase = .popping
        phaseEnd = instant + shape.duration
    }

    /// Raises the tier at the beginning of a pop.
    mutating func rise(to tier: Int, at instant: Instant) { progress.rise(to: tier, at: instant) }

    private func step(_ configuration: GiftsConfiguration) -> Int {
        let rest = combo.target - count
        if configuration.catchUpFrom == 0 || rest < configuration.catchUpFrom { return 1 }
        return max(1, rest / configuration.catchUpDivisor)
    }

    /// Starts the rest before the row leaves. The more combos wait, the shorter the rest.
    mutating func rest(at instant: Instant, waiting: Int, _ configuration: GiftsConfiguration) {
        let hurry = configuration.hurry
        let linger =
            hurry == 0
            ? configuration.linger
            : configuration.linger.divided(by: 1 + Double(waiting) / hurry)
        phase = .resting
        phaseEnd = instant + linger
    }

    /// Makes the row leave from its current place. A running pop goes on to its end.
    mutating func leave(at instant: Instant, _ configuration: GiftsConfiguration) {
        entrance = Segment(resting: entrance.value(at: instant))
        exit = Segment(
            from: 0, to: 1, start: instant, duration: configuration.exit, easing: .easeInOut)
        phase = .leaving
        phaseEnd = exit.end
    }

    // MARK: Drawing

    func isMoving(at instant: Instant) -> Bool {
        switch phase {
        case .entering, .leaving: true
        case .popping, .resting: pop.map { instant < $0.end } ?? false
        }
    }

    /// The node IDs, by row.
    static let nodeIDs: [Text] = (0..<GiftsConfiguration.channelLimit).map {
        "gifts/\($0)"
    }

    /// `hasFlourish` is true if tiers are enabled.
    func node(
        row: Int, at instant: Instant, _ configuration: GiftsConfiguration, hasFlourish: Bool
    ) -> Node {
        let arrived = entrance.value(at: instant)
        let left = exit.value(at: instant)
        return Node(
            id: Self.nodeIDs[row],
            x: configuration.x - configuration.width * (1 - arrived)
                + configuration.exitShift * left,
            y: configuration.y + Double(row) * (configuration.height + configuration.gap),
            width: configuration.width, height: configuration.height,
            alpha: arrived * (1 - left),
            content: .gift(
                GiftContent(
                    combo: combo.id, sender: combo.sender.name, avatar: combo.sender.avatar,
                    gift: combo.item.name, image: combo.item.image, count: count,
                    digitScale: Thousandths(pop?.scale(at: instant) ?? 1),
                    flourish: hasFlourish ? flourish : nil)))
    }

    private var flourish: Flourish? {
        guard progress.tier > 0 else { return nil }
        return Flourish(
            tier: progress.tier, seed: combo.seed, born: taken, popped: pop?.start,
            rose: progress.rose, left: phase == .leaving ? exit.start : nil,
            roll: countBefore == count ? nil : countBefore)
    }

    func description(row: Int) -> ComboSummary {
        let state: Text =
            switch phase {
            case .entering, .popping: "animating"
            case .resting: "willEnd"
            case .leaving: "endAnimating"
            }
        return ComboSummary(
            channel: row, state: state, combo: combo.id, sender: combo.sender.name,
            gift: combo.item.name, count: count, target: combo.target)
    }
}

extension Channel: Restorable {
    func save(to state: inout StateWriter) {
        state.put("combo", combo)
        state.put("taken", taken)
        state.put("phase", phase)
        state.put("until", phaseEnd)
        state.put("count", count, unless: 1)
        state.put("popped", hasPopped)
        state.put("entrance", entrance)
        state.put("exit", exit, unless: Segment(resting: 0))
        state.put("pop", pop)
        state.put("before", countBefore, unless: count)
        progress.save(to: &state)
    }

    init?(_ state: StateReader) {
        guard let combo: Combo = state.part("combo") else { return nil }
        self.combo = combo
        taken = state.past("taken")
        phase = state.word("phase") ?? .resting
        phaseEnd = state.future("until") ?? state.now
        count = min(state.whole("count", in: 1...StateReader.counts, or: 1), combo.target)
        hasPopped = state.flag("popped")
        entrance = state.segment("entrance") ?? Segment(resting: 1)
        exit = state.segment("exit") ?? Segment(resting: 0)
        pop = state.part("pop")
        countBefore = state.whole("before", in: 1...StateReader.counts, or: count)
        progress = TierProgress(state) ?? TierProgress(0)
    }
}
