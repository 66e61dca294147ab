import Texts
public import Timeline

/// A room: events in, frames out, on virtual time.
///
/// A pure value. The same configuration and the same timed events give the same frames, byte for
/// byte; it reads no clock, no random source and no locale.
///
/// This file is the list of widgets: each stands in it wherever all of them do, and nowhere else. What
/// an event does is in `Room+Events.swift`; what a gift does, which several widgets show, in
/// `Room+Gifts.swift`.
public struct Room: Hashable, Sendable {
    /// The instant up to which everything due has been performed.
    public private(set) var now: Instant
    /// The next instant at which the room changes by itself; nil if only an event can change it. It is
    /// kept, because it is asked for in every frame and changes with events and transitions only.
    public private(set) var due: Instant?
    /// The widgets that have something in them, kept as `due` is: a frame looks at no others.
    private(set) var occupied: Occupied = []
    var context: RoomContext

    var calls = Calls()
    var gifts = Gifts()
    var ticker = Ticker()
    var captions = Captions()
    var counters = Counters()
    var goals = Goals()
    var effects = Effects()
    /// Of what was given, not of what is shown: nothing empties it.
    var streaks = Streaks()
    /// What waits for somebody's word: nothing else empties it.
    public internal(set) var held = Held()

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
        !isHeld && !context.isConfigured && occupied.isEmpty && held.isEmpty
    }

    // MARK: Time

    /// Notes what is due next, and where something is, after either may have changed.
    mutating func settle() {
        due = earliest(
            earliest(calls.due, gifts.due),
            earliest(
                earliest(ticker.due, captions.due),
                earliest(counters.due, earliest(goals.due, effects.due))))
        // Here, and not by a method of `Occupied`, which would be given a copy of the room.
        occupied = []
        if !calls.isEmpty { occupied.insert(.calls) }
        if !gifts.isEmpty { occupied.insert(.gifts) }
        if !ticker.isEmpty { occupied.insert(.ticker) }
        if !captions.isEmpty { occupied.insert(.captions) }
        if !counters.isEmpty { occupied.insert(.counters) }
        if !goals.isEmpty { occupied.insert(.goals) }
        if !effects.isEmpty { occupied.insert(.effects) }
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

    /// Gives an event to the widget that it is for.
    mutating func hand(_ event: Event, to widget: Event.Addressee) throws(Refusal) -> Outcome {
        switch widget {
        case .calls: try calls.take(event, at: now, in: &context)
        case .gifts: try gifts.take(event, at: now, in: &context)
        case .captions: try captions.take(event, at: now, in: &context)
        case .counters: try counters.take(event, at: now, in: &context)
        case .goals: try goals.take(event, at: now, in: &context)
        }
    }

    /// Whether the widget that an event is for would refuse it, while `pending` others of its kind are
    /// on their way.
    func refusal(
        of kind: Event.Kind, by widget: Event.Addressee, pending: Int
    ) -> Refusal? {
        switch widget {
        case .calls: calls.refusal(of: kind, pending: pending, in: context)
        case .gifts: gifts.refusal(of: kind, pending: pending, in: context)
        case .captions: captions.refusal(of: kind, pending: pending, in: context)
        case .counters: counters.refusal(of: kind, pending: pending, in: context)
        case .goals: goals.refusal(of: kind, pending: pending, in: context)
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
        settleCues()
    }

    /// Lets what the node of this id shows leave, and nothing else.
    mutating func skip(_ node: Text) {
        gifts.skip(node, at: now, in: &context)
        calls.skip(node, at: now, in: &context)
        effects.skip(node, at: now, in: &context)
    }

    /// Takes away what stands or waits in a widget under the id of the event that brought it.
    mutating func takeBack(_ id: Text) {
        calls.takeBack(id, at: now, in: &context)
        captions.takeBack(id, at: now, in: &context)
        ticker.takeBack(id, at: now, in: &context)
        effects.takeBack(id, at: now, in: &context)
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

    /// About how many bytes its snapshot takes, in time that does not depend on how many wait.
    public var byteEstimate: Int {
        1150 + configuration.catalogue.byteEstimate + calls.byteEstimate + gifts.byteEstimate
            + ticker.byteEstimate
            + captions.byteEstimate + counters.byteEstimate + goals.byteEstimate
            + effects.byteEstimate + streaks.byteEstimate + held.byteEstimate
    }
}

// MARK: Frames

extension Room {
    /// Whether frames after `now` differ from the frame of `now` before the room is next `due`.
    public var isMoving: Bool {
        occupied.contains(.calls) && calls.isMoving(at: now)
            || occupied.contains(.gifts) && gifts.isMoving(at: now)
            || occupied.contains(.ticker) && ticker.isMoving(at: now)
            || occupied.contains(.captions) && captions.isMoving(at: now)
            || occupied.contains(.counters) && counters.isMoving(at: now)
            || occupied.contains(.goals) && goals.isMoving(at: now)
            || occupied.contains(.effects) && effects.isMoving(at: now)
    }

    /// Writes the frame of `now` over `frame`, whose storage is used again; returns whether the room
    /// `isMoving`.
    ///
    /// Changes nothing. It is mutating because a method that is not would be given a copy of a room
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
        return isMoving
    }
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
}
