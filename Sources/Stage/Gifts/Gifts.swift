public import Texts
import Timeline

/// The widget that shows gift combos in channels (rows), with a queue behind them.
///
/// Pictures are in `docs/widgets.md`, rules for the corner cases in `docs/behaviour.md`.
struct Gifts: Widget {
    /// The channels by row; nil for an idle row.
    private var channels: [Channel?] = []
    private var queue = ComboQueue()

    // MARK: Arrivals

    /// Adds a gift to a shown combo or a waiting combo; otherwise shows it in an idle channel or
    /// queues it.
    mutating func receive(
        _ gift: Gift, id: Text, seq: Int64, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        let configuration = context.configuration.gifts
        let key = Combo.Key(gift)
        if let row = rowTaking(key, at: instant, configuration) {
            channels[row]!.grow(by: gift.count)
            if channels[row]!.phase == .resting {
                startPop(in: row, isPastTurn: false, at: instant, context)
            }
            return .merged(into: channels[row]!.combo.id)
        }
        if let waiting = queue.grow(key, by: gift.count) { return .merged(into: waiting) }
        let combo = Combo(id: id, seed: Flourish.seed(ofEvent: seq), first: gift)
        if !context.isHeld, let row = idleRow(configuration) {
            show(combo, in: row, at: instant, &context)
            return .shown
        }
        if let refusal = refusal(of: gift, pending: 0, at: instant, in: context) {
            throw refusal
        }
        queue.append(combo)
        return .queued(position: queue.count)
    }

    /// Returns why a gift would be refused; nil if it would not. `pending` counts accepted gifts
    /// that are not applied yet.
    func refusal(
        of gift: Gift, pending: Int, at instant: Instant, in context: RoomContext
    ) -> Refusal? {
        let configuration = context.configuration.gifts
        let key = Combo.Key(gift)
        let limit = configuration.queueLimit
        if queue.count + pending < limit || queue[key] != nil { return nil }
        if rowTaking(key, at: instant, configuration) != nil { return nil }
        if pending == 0, !context.isHeld, idleRow(configuration) != nil { return nil }
        return .queueFull(limit: limit)
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

    /// Returns the lowest idle row of the configured channels.
    private func idleRow(_ configuration: GiftsConfiguration) -> Int? {
        (0..<configuration.channels).first { $0 >= channels.count || channels[$0] == nil }
    }

    private mutating func show(
        _ combo: Combo, in row: Int, at instant: Instant, _ context: inout RoomContext
    ) {
        while channels.count <= row { channels.append(nil) }
        let configuration = context.configuration
        channels[row] = Channel(
            combo: combo, tier: configuration.tier(of: combo.item, count: 1), at: instant,
            configuration: configuration.gifts)
        context.note(.entered, of: combo.id, at: instant)
        if !combo.isHeard {
            context.cue(.combo, of: combo.id, own: combo.item.sound, at: instant)
        }
    }

    /// Returns the combo that a gift would join now; nil if it would begin one.
    func combo(taking gift: Gift, at instant: Instant, in context: RoomContext) -> Combo? {
        let key = Combo.Key(gift)
        if let row = rowTaking(key, at: instant, context.configuration.gifts) {
            return channels[row]!.combo
        }
        return queue[key]
    }

    /// Records that rules with this condition have made an alert of the combo with this ID.
    mutating func noteAlert(_ condition: EventCondition, of combo: Text, _ key: Combo.Key) {
        if let row = channels.firstIndex(where: { $0?.combo.id == combo }) {
            channels[row]!.combo.noteAlert(condition)
        } else {
            queue.noteAlert(condition, of: key)
        }
    }

    /// Records that a waiting combo's own sound has already played with its effect.
    mutating func hear(_ combo: Text) { queue.hear(combo) }

    // MARK: Widget

    var due: Instant? {
        var earliest: Instant?
        for case let channel? in channels where earliest.map({ channel.phaseEnd < $0 }) ?? true {
            earliest = channel.phaseEnd
        }
        return earliest
    }

    var isEmpty: Bool { queue.count == 0 && channels.allSatisfy { $0 == nil } }

    func isMoving(at instant: Instant) -> Bool {
        channels.containsInPlace { $0?.isMoving(at: instant) ?? false }
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        let configuration = context.configuration.gifts
        guard
            let row = channels.firstIndex(where: { $0.map { $0.phaseEnd <= instant } ?? false }),
            let channel = channels[row]
        else { return }
        switch channel.phase {
        case .entering:
            startPop(in: row, at: instant, context)
        case .popping where channel.count < channel.combo.target:
            startPop(in: row, at: instant, context)
        case .popping:
            channels[row]!.rest(at: instant, waiting: queue.count, configuration)
        case .resting:
            leave(row, at: instant, &context, because: .played)
        case .leaving:
            channels[row] = nil
            admit(at: instant, in: &context)
        }
    }

    private mutating func startPop(in row: Int, at instant: Instant, _ context: RoomContext) {
        let isPastTurn = isPastTurn(channels[row]!, at: instant, context.configuration.gifts)
        startPop(in: row, isPastTurn: isPastTurn, at: instant, context)
    }

    private mutating func startPop(
        in row: Int, isPastTurn: Bool, at instant: Instant, _ context: RoomContext
    ) {
        let configuration = context.configuration
        channels[row]!.startPop(at: instant, isPastTurn: isPastTurn, configuration.gifts)
        let (item, count) = (channels[row]!.combo.item, channels[row]!.count)
        channels[row]!.rise(to: configuration.tier(of: item, count: count), at: instant)
    }

    mutating func admit(at instant: Instant, in context: inout RoomContext) {
        let configuration = context.configuration.gifts
        while !context.isHeld, let row = idleRow(configuration), let next = queue.popFirst() {
            show(next, in: row, at: instant, &context)
        }
    }

    mutating func skip(at instant: Instant, in context: inout RoomContext) {
        for row in channels.indices where channels[row]?.takesMore ?? false {
            leave(row, at: instant, &context, because: .skipped)
        }
    }

    /// Makes the row with this node ID leave, unless it leaves already.
    mutating func skip(_ node: Text, at instant: Instant, in context: inout RoomContext) {
        for row in channels.indices
        where channels[row]?.takesMore ?? false && Channel.nodeIDs[row] == node {
            leave(row, at: instant, &context, because: .skipped)
        }
    }

    // MARK: The queue

    /// Returns true if the combo with this ID waits.
    func waits(_ combo: Text) -> Bool { queue.index(of: combo) != nil }

    /// Removes a combo from the queue.
    mutating func takeOut(
        _ combo: Text, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        guard queue.remove(combo) != nil else { throw .noSuchCombo(combo) }
        context.note(.left(.dismissed), of: combo, at: instant)
    }

    /// Moves a waiting combo to `place`, counted from 1, or to the end.
    mutating func move(_ combo: Text, to place: Int) throws(Refusal) {
        guard queue.move(combo, to: place) else { throw .noSuchCombo(combo) }
    }

    /// Subtracts `count` retracted gifts from a combo. An empty combo is gone at once.
    mutating func takeBack(
        _ count: Int, of combo: Text, at instant: Instant, in context: inout RoomContext
    ) {
        if let row = channels.firstIndex(where: { $0?.combo.id == combo }) {
            channels[row]!.shrink(by: count)
            guard channels[row]!.combo.target < 1 else { return }
            let isLeaving = !channels[row]!.takesMore
            channels[row] = nil
            if isLeaving { return }
        } else if !queue.shrink(combo, by: count) {
            return
        }
        context.note(.left(.takenBack), of: combo, at: instant)
    }

    private mutating func leave(
        _ row: Int, at instant: Instant, _ context: inout RoomContext,
        because reason: Milestone.Reason
    ) {
        channels[row]!.leave(at: instant, context.configuration.gifts)
        context.note(.left(reason), of: channels[row]!.combo.id, at: instant)
    }

    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {
        for case let channel? in channels where channel.takesMore {
            context.note(.left(reason), of: channel.combo.id, at: instant)
        }
        queue.visitIDs { context.note(.left(reason), of: $0, at: instant) }
        channels = []
        queue = ComboQueue()
    }

    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {
        for row in channels.indices {
            guard let channel = channels[row], channel.takesMore,
                entry.blocks(channel.combo.sender, channel.combo.item)
            else { continue }
            leave(row, at: instant, &context, because: .skipped)
        }
        for id in queue.removeAll(where: { entry.blocks($0.sender, $0.item) }) {
            context.note(.left(.dismissed), of: id, at: instant)
        }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.gifts.enabled {
            clear(at: instant, in: &context, because: .disabled)
        }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        for case (let row, let channel?) in channels.enumerated() {
            nodes.append(
                channel.node(
                    row: row, at: instant, context.configuration.gifts,
                    hasFlourish: context.configuration.tiers.enabled))
        }
    }

    var waitingCount: Int { queue.count }

    var byteEstimate: Int {
        channels.reduce(queue.byteEstimate) { $0 + ($1.map { 520 + $0.combo.byteEstimate } ?? 5) }
    }

    /// Returns true if a gift would only raise the count of an existing combo.
    func wouldMerge(_ gift: Gift, at instant: Instant, in context: RoomContext) -> Bool {
        let key = Combo.Key(gift)
        return queue[key] != nil
            || rowTaking(key, at: instant, context.configuration.gifts) != nil
    }

    var shownCombos: [ComboSummary] {
        channels.enumerated().compactMap { row, channel in channel?.description(row: row) }
    }

    func waitingCombos(_ most: Int) -> [WaitingComboSummary] {
        queue.first(most).map {
            .init(
                combo: $0.id, sender: $0.sender.name, gift: $0.item.name, count: $0.target)
        }
    }
}

extension Gifts: AddressedWidget {
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome {
        switch event.kind {
        case .deleteCombo(let combo): try takeOut(combo, at: instant, in: &context)
        case .moveCombo(let combo, let place): try move(combo, to: place)
        default: preconditionFailure("it is for another widget")
        }
        return .applied
    }

    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal? {
        switch kind {
        case .deleteCombo(let combo), .moveCombo(let combo, _):
            waits(combo) ? nil : .noSuchCombo(combo)
        default: nil
        }
    }
}

extension Gifts: Restorable {
    func save(to state: inout StateWriter) {
        state.put("channels", places: channels)
        state.put("queue", parts: queue.all)
    }

    init(_ state: StateReader) {
        channels = Array(state.places("channels").prefix(GiftsConfiguration.channelLimit))
        for combo: Combo in state.parts("queue") where queue[combo.key] == nil {
            queue.append(combo)
        }
    }
}

extension Refusal {
    /// Refuses a gift because the queue holds `limit` combos or cards.
    public static func queueFull(limit: Int) -> Refusal {
        .full("The queue holds \(limit) gifts already.")
    }

    /// Refuses an event because its combo does not wait.
    public static func noSuchCombo(_ id: Text) -> Refusal { .missing("No combo \"\(id)\" waits.") }
}
