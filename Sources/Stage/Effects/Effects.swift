import Texts
import Timeline

/// The widget that shows the effects of big gifts over the whole stage, one at a time. Of the
/// waiting effects, the gift with the highest value goes first.
struct Effects: Widget {
    private var shown: ShownEffect?
    /// The waiting requests, the next first.
    private var waiting: [EffectRequest] = []
    /// The end of the pause after the last effect; nil without a pause.
    private var pauseEnd: Instant?

    // MARK: Arrivals

    /// Starts, merges or queues an event's effect and returns the outcome; nil if the event gets no
    /// effect.
    mutating func receive(
        _ request: EffectRequest, at instant: Instant, in context: inout RoomContext
    ) -> Outcome? {
        let configuration = context.configuration.effects
        guard configuration.enabled else { return nil }
        if let key = request.key, let one = waiting.first(where: { $0.key == key }) {
            return .merged(into: one.id)
        }
        if waiting.isEmpty, mayStart(in: context) {
            start(request, at: instant, &context)
            return .shown
        }
        let place = waiting.firstIndex { $0.value < request.value } ?? waiting.count
        if waiting.count >= configuration.queueLimit {
            guard place < waiting.count else { return nil }
            let last = waiting.removeLast()
            note(.left(.replaced), of: last.id, isAlone: last.isAlone, at: instant, &context)
        }
        waiting.insert(request, at: place)
        return .queued(position: place + 1)
    }

    private func mayStart(in context: RoomContext) -> Bool {
        !context.isHeld && shown == nil && pauseEnd == nil
    }

    private mutating func start(
        _ request: EffectRequest, at instant: Instant, _ context: inout RoomContext
    ) {
        shown = ShownEffect(request, at: instant, fade: context.configuration.effects.fade)
        note(.entered, of: request.id, isAlone: request.isAlone, at: instant, &context)
        if request.isSilent { return }
        let own = request.isHeard ? nil : request.ownSound
        context.cue(.effect, of: request.id, own: own, isOfGift: own != nil, at: instant)
    }

    /// Records that a waiting effect's own sound has already played with its combo.
    mutating func hear(_ event: Text) {
        if let index = waiting.firstIndex(where: { $0.id == event }) {
            waiting[index].isHeard = true
        }
    }

    /// Records that the own sound of a waiting effect's gift has already played with its alert: the event makes no other
    /// cue.
    mutating func silence(_ event: Text) {
        if let index = waiting.firstIndex(where: { $0.id == event }) {
            waiting[index].isSilent = true
        }
    }

    /// Records a transition of a gift, unless channels or ticker show gifts too: then their
    /// transitions count. The alert of an event that is shown `isAlone` has transitions of its own.
    private func note(
        _ step: Milestone.Step, of id: Text, isAlone: Bool, at instant: Instant,
        _ context: inout RoomContext
    ) {
        let configuration = context.configuration
        if !isAlone, !configuration.gifts.enabled, !configuration.ticker.enabled {
            context.note(step, of: id, at: instant)
        }
    }

    // MARK: Widget

    var isEmpty: Bool { shown == nil && waiting.isEmpty }

    var due: Instant? { shown?.fade.due ?? pauseEnd }

    func isMoving(at instant: Instant) -> Bool { shown?.fade.isMoving(at: instant) ?? false }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {
        guard let effect = shown else {
            pauseEnd = nil
            return admit(at: instant, in: &context)
        }
        if effect.fade.isLeaving {
            end(at: instant, context)
        } else {
            shown!.fade.startLeaving()
            note(.left(.played), of: effect.id, isAlone: effect.isAlone, at: instant, &context)
        }
    }

    private mutating func end(at instant: Instant, _ context: RoomContext) {
        shown = nil
        pauseEnd = instant + context.configuration.effects.gap
    }

    mutating func admit(at instant: Instant, in context: inout RoomContext) {
        guard mayStart(in: context), !waiting.isEmpty else { return }
        start(waiting.removeFirst(), at: instant, &context)
    }

    mutating func skip(at instant: Instant, in context: inout RoomContext) {
        guard let effect = shown else { return }
        if !effect.fade.isLeaving {
            note(.left(.skipped), of: effect.id, isAlone: effect.isAlone, at: instant, &context)
        }
        shown!.fade.leave(at: instant, fade: context.configuration.effects.fade)
    }

    /// Makes the effect with this node ID leave.
    mutating func skip(_ node: Text, at instant: Instant, in context: inout RoomContext) {
        if let shown, ShownEffect.nodeID(shown.id) == node { skip(at: instant, in: &context) }
    }

    /// Removes the effect of a retracted event at once.
    mutating func takeBack(_ id: Text, at instant: Instant, in context: inout RoomContext) {
        if let effect = shown, effect.id == id {
            if !effect.fade.isLeaving {
                note(.left(.takenBack), of: id, isAlone: effect.isAlone, at: instant, &context)
            }
            end(at: instant, context)
        } else if let index = waiting.firstIndex(where: { $0.id == id }) {
            let request = waiting.remove(at: index)
            note(.left(.takenBack), of: id, isAlone: request.isAlone, at: instant, &context)
        }
    }

    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {
        if let effect = shown {
            if !effect.fade.isLeaving {
                note(.left(reason), of: effect.id, isAlone: effect.isAlone, at: instant, &context)
            }
            end(at: instant, context)
        }
        for request in waiting {
            note(.left(reason), of: request.id, isAlone: request.isAlone, at: instant, &context)
        }
        waiting = []
    }

    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {
        if let shown, shown.isBlocked(by: entry) { skip(at: instant, in: &context) }
        for request in waiting where request.isBlocked(by: entry) {
            note(.left(.dismissed), of: request.id, isAlone: request.isAlone, at: instant, &context)
        }
        waiting.removeAll { $0.isBlocked(by: entry) }
    }

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.effects.enabled {
            clear(at: instant, in: &context, because: .disabled)
        }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        if let shown { nodes.append(shown.node(at: instant, context.configuration.effects)) }
    }

    var byteEstimate: Int {
        waiting.reduce(shown?.byteEstimate ?? 0) { $0 + $1.byteEstimate }
    }

    var shownEffect: EffectSummary? {
        shown.map {
            .init(id: $0.id, content: $0.media.content, start: $0.fade.start, end: $0.fade.end)
        }
    }

    /// Returns the files of the next `most` waiting effects, in the order of their start.
    func upcomingFiles(_ most: Int) -> [Text] {
        waiting.prefix(most).flatMap { request in
            [request.media.file, request.ownSound].compactMap(\.self)
        }
    }

    func waitingEffects(_ most: Int) -> [WaitingEffectSummary] {
        waiting.prefix(most).map {
            .init(id: $0.id, sender: $0.sender.name, gift: $0.item?.name)
        }
    }
}

extension Effects: Restorable {
    func save(to state: inout StateWriter) {
        state.put("shown", shown)
        state.put("waiting", parts: waiting)
        state.put("pause", pauseEnd)
    }

    init(_ state: StateReader) {
        shown = state.part("shown")
        for request: EffectRequest in state.parts("waiting")
        where request.key == nil || !waiting.contains(where: { $0.key == request.key }) {
            waiting.append(request)
        }
        // A state from another version may have another order.
        let inOrder = waiting.enumerated().sorted {
            ($1.element.value, $0.offset) < ($0.element.value, $1.offset)
        }
        waiting = inOrder.map(\.element)
        if shown == nil { pauseEnd = state.future("pause") }
    }
}
