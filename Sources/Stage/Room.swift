public import Texts
public import Timeline

/// A room: events in, frames out, on virtual time.
///
/// A pure value. The same configuration and the same timed events give the same frames, byte for
/// byte; it reads no clock, no random source and no locale.
public struct Room: Hashable, Sendable {
    /// The instant up to which everything due has been performed.
    public private(set) var now: Instant
    /// The next instant at which the room changes by itself; nil if only an event can change it. It is
    /// kept, because it is asked for in every frame and changes with events and transitions only.
    public private(set) var due: Instant?
    /// The widgets that have something in them, kept as `due` is: a frame looks at no others.
    private(set) var occupied: Occupied = []
    private(set) var context: RoomContext

    private(set) var calls = Calls()
    private(set) var gifts = Gifts()
    private(set) var ticker = Ticker()
    private(set) var captions = Captions()
    private(set) var counters = Counters()
    private(set) var goals = Goals()
    private(set) var effects = Effects()
    /// Of what was given, not of what is shown: nothing empties it.
    private(set) var streaks = Streaks()
    /// What waits for somebody's word: nothing else empties it.
    public private(set) var held = Held()

    public init(configuration: Configuration = Configuration()) {
        now = .zero
        context = RoomContext(configuration: configuration)
        settle()
    }

    public var configuration: Configuration { context.configuration }

    /// Whether new things are kept off the stage.
    public var isHeld: Bool { context.isHeld }

    /// Whether it is as it began, whatever has happened in it: nothing is shown, nothing waits, no
    /// counter, goal or caption stands, nobody has configured it and it is not held.
    public var isBare: Bool {
        !isHeld && !context.isConfigured && calls.isEmpty && gifts.isEmpty && ticker.isEmpty
            && captions.isEmpty && counters.isEmpty && goals.isEmpty
            && effects.isEmpty && held.isEmpty
    }

    // MARK: Time

    /// Notes what is due next, and where something is, after either may have changed.
    private mutating func settle() {
        due = earliestDue
        occupied = Occupied(of: self)
    }

    private var earliestDue: Instant? {
        earliest(
            earliest(calls.due, gifts.due),
            earliest(
                earliest(ticker.due, captions.due),
                earliest(counters.due, earliest(goals.due, effects.due))))
    }

    private func earliest(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    /// Performs everything due up to and including `instant`; does nothing if that has passed.
    ///
    /// Transitions due at one instant happen in the order calls, gifts, ticker, captions,
    /// counters, goals, effects.
    public mutating func advance(to instant: Instant) {
        _ = advance(to: instant) { true }
    }

    /// So many transitions are performed before `goesOn` is asked again.
    static let stepsAtOnce = 32

    /// Performs what is due by `instant` as long as `goesOn`, which is asked now and then. Returns
    /// whether all has been performed; what is left is still `due`, and a later call goes on with it.
    public mutating func advance(to instant: Instant, while goesOn: () -> Bool) -> Bool {
        var steps = 0
        while let next = due, next <= instant {
            if steps == Self.stepsAtOnce {
                guard goesOn() else { return false }
                steps = 0
            }
            steps += 1
            now = max(now, next)
            _ =
                Self.perform(&calls, at: now, &context)
                || Self.perform(&gifts, at: now, &context)
                || Self.perform(&ticker, at: now, &context)
                || Self.perform(&captions, at: now, &context)
                || Self.perform(&counters, at: now, &context)
                || Self.perform(&goals, at: now, &context)
                || Self.perform(&effects, at: now, &context)
            settleCues()
            settle()
        }
        now = max(now, instant)
        return true
    }

    /// Performs one transition of `widget` that is due; returns whether there was one.
    private static func perform(
        _ widget: inout some Widget, at instant: Instant, _ context: inout RoomContext
    ) -> Bool {
        guard let due = widget.due, due <= instant else { return false }
        widget.performDue(at: instant, in: &context)
        return true
    }

    // MARK: Events

    /// Applies an event at `instant`, after everything that is due by then.
    ///
    /// An event never lies in the past: an earlier `instant` counts as `now`. Throws a `Refusal`,
    /// and changes nothing but the time, if the event can't be taken.
    public mutating func apply(_ event: Event, at instant: Instant) throws(Refusal) -> Outcome {
        advance(to: instant)
        // What takes no time is over when the event has been applied.
        defer { advance(to: now) }
        return try take(event)
    }

    /// Applies an event now, and leaves what takes no time to `advance`, which must follow. Everything
    /// due before has been performed.
    public mutating func take(_ event: Event) throws(Refusal) -> Outcome {
        defer { settle() }
        guard let id = event.kind.approved else { return try perform(event) }
        guard held.contains(id) else { throw .notHeld(id) }
        let outcome = try perform(event)
        held.remove(id)
        return outcome
    }

    private mutating func perform(_ event: Event) throws(Refusal) -> Outcome {
        if isBlocked(event.kind) { return passOver(event.kind) }
        switch event.kind {
        case .gift(let gift, let mark):
            return try give(gift, mark, id: event.id)
        case .call(let person, _):
            guard configuration.calls.enabled else { return .skipped(.disabled) }
            return try calls.receive(Call(id: event.id, person: person), at: now, in: &context)
        case .dismiss(let call):
            try calls.dismiss(call, at: now, in: &context)
        case .tap(let call):
            try calls.tap(call, at: now, in: &context)
        case .counter(let name, let update):
            guard configuration.counters.enabled else { return .skipped(.disabled) }
            try counters.set(name, update, at: now, in: &context)
            return .shown
        case .deleteCounter(let name):
            try counters.delete(name)
        case .goal(let name, let update):
            guard configuration.goals.enabled else { return .skipped(.disabled) }
            try goals.set(name, update, seq: event.seq, at: now, in: &context)
            return .shown
        case .deleteGoal(let name):
            try goals.delete(name)
        case .caption(let caption, _):
            guard configuration.captions.enabled else { return .skipped(.disabled) }
            try captions.show(
                caption, id: event.id, seq: event.seq, at: now, in: &context)
            return .shown
        case .deleteCaption(let slot):
            try captions.delete(slot, at: now, in: &context)
        case .deleteCombo(let combo):
            try gifts.takeOut(combo, at: now, in: &context)
        case .moveCombo(let combo, let place):
            try gifts.move(combo, to: place)
        case .control(let control):
            perform(control)
        case .skip(let node):
            gifts.skip(node, at: now, in: &context)
            calls.skip(node, at: now, in: &context)
            effects.skip(node, at: now, in: &context)
            send(.admit)
        case .hold(let hold):
            held.add(hold, id: event.id)
            return .skipped(.held)
        case .takeBack(let taken):
            takeBack(taken)
        case .configure(let configuration):
            context.configure(configuration)
            send(.conform)
            send(.admit)
        }
        return .applied
    }

    /// The caller whose card of this id stands on the stage, nil if none does.
    public func caller(of call: Text) -> Person? { calls.caller(of: call) }

    /// Takes what a gift adds, and notes how far its streak has come.
    private mutating func give(
        _ sent: Gift, _ mark: Event.Mark?, id: Text
    ) throws(Refusal) -> Outcome {
        let outcome =
            if let gift = addition(of: sent, mark) {
                try give(gift, isReal: mark.isReal, id: id)
            } else {
                Outcome.applied
            }
        if mark.isReal { note(sent.streak, count: sent.count) }
        return outcome
    }

    /// Notes how far a streak has come.
    private mutating func note(_ part: StreakPart?, count: Int) {
        if let part { _ = streaks.take(part, count: count) }
    }

    /// Looks a gift up in the catalogue of now and takes it.
    private mutating func give(
        _ sent: Gift, isReal: Bool, id: Text
    ) throws(Refusal) -> Outcome {
        let (gift, entry) = lookedUp(sent)
        let outcome = try receive(gift, id: id)
        if isReal { goals.count(gift, foundAs: entry?.key, at: now, in: &context) }
        let isHeard = context.unsettledCues.contains { $0.id == id }
        settleCues()
        let effect = entry?.effect.flatMap {
            effects.receive(
                EffectRequest(id: id, gift: gift, media: $0, isHeard: isHeard), at: now,
                in: &context)
        }
        settleCues()
        // The outcome is the channels', or the ticker's, where there are any.
        let isAlone = !configuration.gifts.enabled && !configuration.ticker.enabled
        return isAlone ? effect ?? outcome : outcome
    }

    private mutating func receive(_ gift: Gift, id: Text) throws(Refusal) -> Outcome {
        let hasTicker = configuration.ticker.enabled
        if configuration.gifts.enabled {
            let outcome = try gifts.receive(gift, id: id, at: now, in: &context)
            // The channels have the gift: if it gets no card, it is shown all the same.
            if hasTicker { _ = ticker.receive(gift, id: id, at: now, in: &context) }
            return outcome
        }
        guard hasTicker else { return .skipped(.disabled) }
        guard let outcome = ticker.receive(gift, id: id, at: now, in: &context) else {
            throw .queueFull(limit: configuration.ticker.queueLimit)
        }
        return outcome
    }

    /// Shows nothing of an event that is blocked. A gift was given all the same.
    private mutating func passOver(_ kind: Event.Kind) -> Outcome {
        if case .gift(let sent, let mark) = kind, mark.isReal {
            if let added = addition(of: sent, nil) {
                let (gift, entry) = lookedUp(added)
                goals.count(gift, foundAs: entry?.key, at: now, in: &context)
            }
            note(sent.streak, count: sent.count)
        }
        return .skipped(.blocked)
    }

    /// Takes what an event brought off the stage and out of the queues, and lets goals go back.
    private mutating func takeBack(_ taken: TakenBack) {
        held.remove(taken.id)
        calls.takeBack(taken.id, at: now, in: &context)
        captions.takeBack(taken.id, at: now, in: &context)
        ticker.takeBack(taken.id, at: now, in: &context)
        effects.takeBack(taken.id, at: now, in: &context)
        if let given = taken.given {
            let combo = given.combo ?? taken.id
            gifts.takeBack(given.gift.count, of: combo, at: now, in: &context)
            if given.mark.isReal, !given.wasOvertaken { goalsGoBack(by: given.gift, taken.seq) }
        }
        send(.admit)
    }

    private mutating func goalsGoBack(by sent: Gift, _ seq: Int64?) {
        let (gift, entry) = lookedUp(sent)
        goals.uncount(gift, foundAs: entry?.key, givenAs: seq, at: now, in: &context)
    }

    private mutating func perform(_ control: Event.Control) {
        switch control {
        case .hold:
            context.isHeld = true
        case .resume:
            context.isHeld = false
            send(.admit)
        case .skip:
            send(.skip)
            send(.admit)
        case .clear:
            send(.clear)
        case .start:
            break
        }
    }

    private mutating func send(_ signal: Signal) {
        gifts.respond(to: signal, at: now, in: &context)
        settleCues()
        ticker.respond(to: signal, at: now, in: &context)
        calls.respond(to: signal, at: now, in: &context)
        captions.respond(to: signal, at: now, in: &context)
        counters.respond(to: signal, at: now, in: &context)
        goals.respond(to: signal, at: now, in: &context)
        effects.respond(to: signal, at: now, in: &context)
        settleCues()
    }

    /// Tells combos and effects of one event who of them was heard: an event's sound is, once.
    private mutating func settleCues() {
        guard !context.unsettledCues.isEmpty else { return }
        for cue in context.takeUnsettledCues() {
            if cue.cause == .combo { effects.hear(cue.id) } else { gifts.hear(cue.id) }
        }
    }

    /// What is to be heard since this was last called; the newest are kept until then.
    public mutating func takeCues() -> [SoundCue] { context.takeCues() }

    /// What has become of things shown since this was last called; it is kept until then.
    public mutating func takeMilestones() -> [Milestone] {
        context.takeMilestones()
    }

    /// How many wait to enter the stage.
    var waiting: Waiting {
        Waiting(
            combos: gifts.waitingCount, cards: ticker.waitingCount, calls: calls.waitingCount)
    }

    /// How many combos, cards and calls wait.
    public var waitingCount: Int {
        let waiting = waiting
        return waiting.combos + waiting.cards + waiting.calls
    }

    /// So many bytes a room may take, about; beyond them it refuses what would make it grow.
    public static let byteLimit = 16 << 20

    /// About how many bytes its snapshot takes, in time that does not depend on how many wait.
    public var byteEstimate: Int {
        1150 + configuration.catalogue.byteEstimate + calls.byteEstimate + gifts.byteEstimate
            + ticker.byteEstimate
            + captions.byteEstimate + counters.byteEstimate + goals.byteEstimate
            + effects.byteEstimate + streaks.byteEstimate + held.byteEstimate
    }

    /// How many bytes the texts of the captions have that are shown in other slots than this.
    public func captionByteCount(but slot: Text) -> Int { captions.byteCount(but: slot) }
}

// MARK: State

extension Room {
    /// Everything about the room but its configuration.
    public var state: State {
        var state = StateWriter()
        state.put("now", now)
        state.put("held", context.isHeld)
        state.put("configured", context.isConfigured)
        state.put("milestones", parts: context.milestones)
        state.put("calls", widget: calls)
        state.put("gifts", widget: gifts)
        state.put("ticker", widget: ticker)
        state.put("captions", widget: captions)
        state.put("counters", widget: counters)
        state.put("goals", widget: goals)
        state.put("effects", widget: effects)
        streaks.save(as: "streaks", to: &state)
        held.save(as: "waiting", to: &state)
        return .fields(state.fields)
    }

    /// The room of this state. What a state lacks, or what no room can have, is as in a new room or
    /// as near as can be: any state makes a room.
    public init(configuration: Configuration, state: State) {
        now = StateReader(state, now: Instant(microseconds: 1 << 52)).past("now")
        let reader = StateReader(state, now: now)
        context = RoomContext(
            configuration: configuration, isHeld: reader.flag("held"),
            isConfigured: reader.flag("configured"),
            milestones: reader.parts("milestones"))
        calls = Calls(reader.nested("calls"))
        gifts = Gifts(reader.nested("gifts"))
        ticker = Ticker(reader.nested("ticker"))
        captions = Captions(reader.nested("captions"))
        counters = Counters(reader.nested("counters"))
        goals = Goals(reader.nested("goals"))
        effects = Effects(reader.nested("effects"))
        streaks = Streaks(reader, at: "streaks")
        held = Held(reader, at: "waiting")
        settle()
    }
}
