import OrderedCollections
import Timeline

/// The gift channels and the queue behind them.
///
/// Source: the iOS gift-combo articles; see `docs/behaviour.md` for where it differs and why.
struct Gifts: Widget {
    /// The channels by row; nil is an idle one.
    private var channels: [Channel?] = []
    private var queue: OrderedDictionary<Combo.Key, Combo> = [:]

    // MARK: Arrivals

    /// Takes a gift: into a combo that is shown, into one that waits, onto an idle channel, or to
    /// the end of the queue.
    mutating func receive(
        _ gift: Gift, id: String, at instant: Instant, in conditions: Conditions
    ) throws(Refusal) -> Outcome {
        let configuration = conditions.configuration.gifts
        let key = Combo.Key(gift)
        if let row = rowTaking(key, at: instant, configuration) {
            channels[row]!.grow(by: gift.count, at: instant, configuration)
            return .merged(into: channels[row]!.combo.id)
        }
        if let waiting = queue[key] {
            queue[key]!.target += gift.count
            return .merged(into: waiting.id)
        }
        let combo = Combo(id: id, first: gift)
        if !conditions.isHeld, let row = idleRow(configuration) {
            show(combo, in: row, at: instant, configuration)
            return .shown
        }
        guard queue.count < configuration.queueLimit else {
            throw .queueFull(limit: configuration.queueLimit)
        }
        queue[key] = combo
        return .queued(position: queue.count)
    }

    private func rowTaking(
        _ key: Combo.Key, at instant: Instant, _ configuration: GiftsConfiguration
    ) -> Int? {
        channels.firstIndex { channel in
            guard let channel else { return false }
            return channel.combo.key == key && channel.takesMore
                && !isPastTurn(channel, at: instant, configuration)
        }
    }

    private func isPastTurn(
        _ channel: Channel, at instant: Instant, _ configuration: GiftsConfiguration
    ) -> Bool {
        configuration.turn > .zero && !queue.isEmpty
            && instant - channel.taken >= configuration.turn
    }

    /// The lowest idle channel of those configured.
    private func idleRow(_ configuration: GiftsConfiguration) -> Int? {
        (0..<configuration.channels).first { $0 >= channels.count || channels[$0] == nil }
    }

    private mutating func show(
        _ combo: Combo, in row: Int, at instant: Instant, _ configuration: GiftsConfiguration
    ) {
        while channels.count <= row { channels.append(nil) }
        channels[row] = Channel(combo: combo, at: instant, configuration: configuration)
    }

    // MARK: Widget

    var due: Instant? {
        var earliest: Instant?
        for case let channel? in channels where earliest.map({ channel.phaseEnd < $0 }) ?? true {
            earliest = channel.phaseEnd
        }
        return earliest
    }

    func isMoving(at instant: Instant) -> Bool {
        channels.contains { $0?.isMoving(at: instant) ?? false }
    }

    mutating func performDue(at instant: Instant, in conditions: Conditions) {
        let configuration = conditions.configuration.gifts
        guard
            let row = channels.firstIndex(where: { $0.map { $0.phaseEnd <= instant } ?? false }),
            let channel = channels[row]
        else { return }
        switch channel.phase {
        case .entering:
            startPop(in: row, at: instant, configuration)
        case .popping where channel.count < channel.combo.target:
            startPop(in: row, at: instant, configuration)
        case .popping:
            channels[row]!.rest(at: instant, waiting: queue.count, configuration)
        case .resting:
            channels[row]!.leave(at: instant, configuration)
        case .leaving:
            channels[row] = nil
            admit(at: instant, in: conditions)
        }
    }

    private mutating func startPop(
        in row: Int, at instant: Instant, _ configuration: GiftsConfiguration
    ) {
        let isPastTurn = isPastTurn(channels[row]!, at: instant, configuration)
        channels[row]!.startPop(at: instant, isPastTurn: isPastTurn, configuration)
    }

    mutating func admit(at instant: Instant, in conditions: Conditions) {
        let configuration = conditions.configuration.gifts
        while !conditions.isHeld, !queue.isEmpty, let row = idleRow(configuration) {
            show(queue.removeFirst().value, in: row, at: instant, configuration)
        }
    }

    mutating func skip(at instant: Instant, in conditions: Conditions) {
        for row in channels.indices where channels[row]?.takesMore ?? false {
            channels[row]!.leave(at: instant, conditions.configuration.gifts)
        }
    }

    mutating func clear() {
        channels = []
        queue = [:]
    }

    mutating func conform(at instant: Instant, to conditions: Conditions) {
        if !conditions.configuration.gifts.enabled { clear() }
    }

    func sample(at instant: Instant, in conditions: Conditions, into nodes: inout [Node]) {
        for case (let row, let channel?) in channels.enumerated() {
            nodes.append(channel.node(row: row, at: instant, conditions.configuration.gifts))
        }
    }
}
