import Texts
public import Timeline

/// The state of one stream's overlay, which takes events and returns frames, on virtual time.
///
/// A room is a pure value. The same configuration and the same timed events give the same frames,
/// byte for byte; a room reads no clock, no random source and no locale.
///
/// This file lists the widgets wherever all of them take part; no other file does.
/// `Room+Events.swift` applies events; `Room+Gifts.swift` applies gifts, which several widgets
/// show.
public struct Room: Hashable, Sendable {
    // The fields that every frame needs come first, as in `RoomTimeline`.

    /// The instant up to which everything due has been performed.
    public private(set) var now: Instant
    /// The widgets that are not empty, stored like `due`: a frame reads only these.
    private(set) var occupied: Occupied = []
    /// The next instant at which the frame changes by itself if the room is not moving: at a transition, or when the
    /// text of a clock changes by a second; nil if only an event can change it. It is stored like `due`.
    public private(set) var nextChange: Instant?
    /// The next instant at which the room changes by itself; nil if only an event can change it. It
    /// is stored, because every frame reads it and only events and transitions change it.
    public private(set) var due: Instant?
    var context: RoomContext

    var calls = Calls()
    var gifts = Gifts()
    var ticker = Ticker()
    var captions = Captions()
    var counters = Counters()
    var goals = Goals()
    var effects = Effects()
    var alerts = Alerts()
    var leaders = Leaders()
    /// The streaks and reports of given gifts. No control empties them.
    var streaks = Streaks()
    /// The events that wait for approval. No control empties them.
    public internal(set) var held = HeldEvents()

    /// The sequence numbers of the first and the newest gift of the leaders' present period; nil: the sums have no gift.
    /// An event that changes the period takes the place of its first gift. It is stored, because every event reads it.
    public private(set) var leaderSpan: ClosedRange<Int64>?
    /// True if a running clock loses the time for which room time stands still. It is stored, because the server reads
    /// it of all rooms each second.
    public private(set) var hasWallClocks = false
    /// True if a clock has ended by itself and no notice of it has been recorded. It is stored, because the server reads it
    /// of all rooms each second.
    public private(set) var hasUnconfirmedClockEnds = false
    /// True if an alert waits for its speech. It is stored, because the server reads it after every event.
    public private(set) var awaitsSpeech = false

    public init(configuration: Configuration = Configuration()) {
        now = .zero
        context = RoomContext(configuration: configuration)
        leaders.begin(seq: 0, in: context)
        settle()
    }

    public var configuration: Configuration { context.configuration }

    /// True if the stage is paused, so that new content waits.
    public var isHeld: Bool { context.isHeld }

    /// True if the room is like a new one: it is not paused, no event has configured it, all
    /// widgets are empty, no sum is kept and no event waits for approval.
    public var isBare: Bool {
        !isHeld && !context.isConfigured && context.blockEntries == nil && occupied.isEmpty
            && leaders.isBare && held.isEmpty
    }

    // MARK: Time

    /// Updates the stored values of the widgets after a change.
    mutating func settle() {
        due = earliest(
            earliest(calls.due, gifts.due),
            earliest(
                earliest(ticker.due, captions.due),
                earliest(
                    counters.due,
                    earliest(
                        goals.due, earliest(effects.due, earliest(alerts.due, leaders.due))))))
        // A method of `Occupied` would receive a copy of the room.
        occupied = []
        if !calls.isEmpty { occupied.insert(.calls) }
        if !gifts.isEmpty { occupied.insert(.gifts) }
        if !ticker.isEmpty { occupied.insert(.ticker) }
        if !captions.isEmpty { occupied.insert(.captions) }
        if !counters.isEmpty { occupied.insert(.counters) }
        if !goals.isEmpty { occupied.insert(.goals) }
        if !effects.isEmpty { occupied.insert(.effects) }
        if !alerts.isEmpty { occupied.insert(.alerts) }
        if !leaders.isEmpty { occupied.insert(.leaders) }
        leaderSpan = leaders.span
        hasUnconfirmedClockEnds = occupied.contains(.counters) && counters.hasUnconfirmedEnds
        awaitsSpeech = occupied.contains(.alerts) && alerts.awaitsSpeech
        hasWallClocks = occupied.contains(.counters) && counters.hasWallClocks
        updateNextChange()
    }

    private mutating func updateNextChange() {
        nextChange =
            occupied.contains(.counters) ? earliest(due, counters.nextSecond(after: now)) : due
    }

    private func earliest(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    /// Performs everything due up to and including `instant`; has no effect if that has passed.
    ///
    /// Transitions due at one instant happen in the order calls, gifts, ticker, captions, counters,
    /// goals, effects, alerts, leaders.
    public mutating func advance(to instant: Instant) {
        _ = advance(to: instant) { true }
    }

    /// The number of transitions between two calls of `goesOn`.
    static let stepsAtOnce = 32

    /// Performs the transitions due by `instant` while `goesOn`, asked now and then, returns true.
    /// Returns true if all are performed; the rest stays `due`, and a later call performs it.
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
                || Self.perform(&alerts, at: now, &context)
                || Self.perform(&leaders, at: now, &context)
            settleCues()
            settle()
        }
        now = max(now, instant)
        if let nextChange, nextChange <= now { updateNextChange() }
        return true
    }

    /// Performs one due transition of `widget`; returns false if no transition is due.
    private static func perform(
        _ widget: inout some Widget, at instant: Instant, _ context: inout RoomContext
    ) -> Bool {
        guard let due = widget.due, due <= instant else { return false }
        widget.performDue(at: instant, in: &context)
        return true
    }

    // MARK: Events

    /// Passes an event to the widget that handles it.
    mutating func hand(_ event: Event, to widget: Event.Addressee) throws(Refusal) -> Outcome {
        switch widget {
        case .calls: try calls.take(event, at: now, in: &context)
        case .gifts: try gifts.take(event, at: now, in: &context)
        case .captions: try captions.take(event, at: now, in: &context)
        case .counters: try counters.take(event, at: now, in: &context)
        case .goals: try goals.take(event, at: now, in: &context)
        case .alerts: try alerts.take(event, at: now, in: &context)
        }
    }

    /// Returns why a widget would refuse its event; nil if it would not. `pending` counts accepted
    /// events of its kind that are not applied yet.
    func refusal(
        of kind: Event.Kind, by widget: Event.Addressee, pending: Int
    ) -> Refusal? {
        switch widget {
        case .calls: calls.refusal(of: kind, pending: pending, in: context)
        case .gifts: gifts.refusal(of: kind, pending: pending, in: context)
        case .captions: captions.refusal(of: kind, pending: pending, in: context)
        case .counters: counters.refusal(of: kind, pending: pending, in: context)
        case .goals: goals.refusal(of: kind, pending: pending, in: context)
        case .alerts: alerts.refusal(of: kind, pending: pending, in: context)
        }
    }

    mutating func send(_ signal: Signal) {
        gifts.respond(to: signal, at: now, in: &context)
        settleCues()
        ticker.respond(to: signal, at: now, in: &context)
        calls.respond(to: signal, at: now, in: &context)
        captions.respond(to: signal, at: now, in: &context)
        counters.respond(to: signal, at: now, in: &context)
        goals.respond(to: signal, at: now, in: &context)
        effects.respond(to: signal, at: now, in: &context)
        leaders.respond(to: signal, at: now, in: &context)
        settleCues()
        alerts.respond(to: signal, at: now, in: &context)
        settleCues()
    }

    /// Makes the content of the node with this ID leave.
    mutating func skip(_ node: Text) {
        gifts.skip(node, at: now, in: &context)
        calls.skip(node, at: now, in: &context)
        effects.skip(node, at: now, in: &context)
        alerts.skip(node, at: now, in: &context)
    }

    /// Removes the call, caption, ticker card, effect or alert of a retracted event.
    mutating func takeBack(_ id: Text) {
        calls.takeBack(id, at: now, in: &context)
        captions.takeBack(id, at: now, in: &context)
        ticker.takeBack(id, at: now, in: &context)
        effects.takeBack(id, at: now, in: &context)
        alerts.takeBack(id, at: now, in: &context)
    }

    /// The number of entries that wait for the stage, by queue.
    var waiting: Waiting {
        Waiting(
            combos: gifts.waitingCount, cards: ticker.waitingCount, calls: calls.waitingCount,
            alerts: alerts.waitingCount)
    }

    /// The total number of waiting combos, cards, calls and alerts.
    public var waitingCount: Int {
        let waiting = waiting
        return waiting.combos + waiting.cards + waiting.calls + waiting.alerts
    }

    /// The approximate bytes of the room's snapshot. Only the sums over the waiting alerts and effects take time that grows
    /// with their number.
    public var byteEstimate: Int {
        1150 + configuration.catalogue.byteEstimate
            + configuration.alerts.byteEstimate + calls.byteEstimate + gifts.byteEstimate
            + ticker.byteEstimate
            + captions.byteEstimate + counters.byteEstimate + goals.byteEstimate
            + effects.byteEstimate + alerts.byteEstimate + leaders.byteEstimate
            + streaks.byteEstimate + held.byteEstimate + (context.blockEntries?.byteEstimate ?? 0)
    }
}

// MARK: Frames

extension Room {
    /// True if frames after `now` differ from the frame of `now` before the room's `nextChange`.
    public var isMoving: Bool { isMovingInline }

    /// `isMoving` without a call, because `sample` would copy the room for it.
    @inline(__always)
    private var isMovingInline: Bool {
        occupied.contains(.calls) && calls.isMoving(at: now)
            || occupied.contains(.gifts) && gifts.isMoving(at: now)
            || occupied.contains(.ticker) && ticker.isMoving(at: now)
            || occupied.contains(.captions) && captions.isMoving(at: now)
            || occupied.contains(.counters) && counters.isMoving(at: now)
            || occupied.contains(.goals) && goals.isMoving(at: now)
            || occupied.contains(.effects) && effects.isMoving(at: now)
            || occupied.contains(.alerts) && alerts.isMoving(at: now)
            || occupied.contains(.leaders) && leaders.isMoving(at: now)
    }

    /// Writes the frame of `now` into `frame`, whose storage is reused, and returns `isMoving`.
    ///
    /// Does not change the room. It is mutating because otherwise Swift would pass a copy of a room
    /// that is a property of a class.
    @discardableResult
    public mutating func sample(into frame: inout Frame) -> Bool {
        frame.time = now
        frame.nodes.removeAll(keepingCapacity: true)
        if occupied.contains(.effects) {
            effects.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.ticker) {
            ticker.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.gifts) {
            gifts.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.leaders) {
            leaders.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.counters) {
            counters.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.goals) {
            goals.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.captions) {
            captions.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.calls) {
            calls.sample(at: now, in: context, into: &frame.nodes)
        }
        if occupied.contains(.alerts) {
            alerts.sample(at: now, in: context, into: &frame.nodes)
        }
        return isMovingInline
    }
}

// MARK: State

extension Room {
    /// The room's state without its configuration.
    public var state: State {
        var state = StateWriter()
        state.put("now", now)
        state.put("held", context.isHeld)
        state.put("configured", context.isConfigured)
        state.put("blocked", parts: blockEntries)
        state.put("milestones", parts: context.milestones)
        state.put("calls", widget: calls)
        state.put("gifts", widget: gifts)
        state.put("ticker", widget: ticker)
        state.put("captions", widget: captions)
        state.put("counters", widget: counters)
        state.put("goals", widget: goals)
        state.put("effects", widget: effects)
        state.put("alerts", widget: alerts)
        state.put("leaders", widget: leaders)
        streaks.save(as: "streaks", to: &state)
        held.save(as: "waiting", to: &state)
        return .fields(state.fields)
    }

    /// Restores a room from a state. Missing values have their defaults, and impossible values
    /// become the nearest possible ones: every state gives a room.
    public init(configuration: Configuration, state: State) {
        now = StateReader(state, now: Instant(microseconds: 1 << 52)).past("now")
        let reader = StateReader(state, now: now)
        context = RoomContext(
            configuration: configuration, isHeld: reader.flag("held"),
            isConfigured: reader.flag("configured"),
            blockEntries: reader.parts("blocked"), milestones: reader.parts("milestones"))
        calls = Calls(reader.nested("calls"))
        gifts = Gifts(reader.nested("gifts"))
        ticker = Ticker(reader.nested("ticker"))
        captions = Captions(reader.nested("captions"))
        counters = Counters(reader.nested("counters"))
        goals = Goals(reader.nested("goals"))
        effects = Effects(reader.nested("effects"))
        alerts = Alerts(reader.nested("alerts"))
        leaders = Leaders(
            reader.nested("leaders"), criteria: LeaderSums.Criteria(context))
        streaks = Streaks(reader, at: "streaks")
        held = HeldEvents(reader, at: "waiting")
        settle()
    }
}

/// The widgets of a room that are not empty.
struct Occupied: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let calls = Occupied(rawValue: 1 << 0)
    static let gifts = Occupied(rawValue: 1 << 1)
    static let ticker = Occupied(rawValue: 1 << 2)
    static let captions = Occupied(rawValue: 1 << 3)
    static let counters = Occupied(rawValue: 1 << 4)
    static let goals = Occupied(rawValue: 1 << 5)
    static let effects = Occupied(rawValue: 1 << 6)
    static let alerts = Occupied(rawValue: 1 << 7)
    static let leaders = Occupied(rawValue: 1 << 8)
}
