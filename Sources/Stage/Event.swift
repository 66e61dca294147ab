public import Texts
public import Timeline

/// An event of a room, which is an input from outside, such as a gift, a call or a control. Only events and time change
/// a room.
public struct Event: Hashable, Sendable {
    /// The event's sequence number: its place in the room's history, from 1. It also seeds the
    /// event's random draws.
    public let seq: Int64
    /// The event's ID, unique in its room.
    public let id: Text
    public let kind: Kind

    public init(seq: Int64, id: Text, kind: Kind) {
        self.seq = seq
        self.id = id
        self.kind = kind
    }

    /// Indirect, because events are passed on many times and contain many texts.
    public indirect enum Kind: Hashable, Sendable {
        case gift(Gift, mark: Mark? = nil)
        /// An incoming call; the call's ID is the event's.
        case call(Person, mark: Mark? = nil, origin: Origin? = nil)
        case notice(Notice, mark: Mark? = nil)
        case dismiss(call: Text)
        case tap(call: Text)
        case counter(name: Text, CounterUpdate)
        /// Makes a counter a clock that runs down, or creates one.
        case clock(name: Text, ClockUpdate)
        /// Adds time to a clock, or starts or stops it.
        case changeClock(name: Text, ClockChange)
        case deleteCounter(name: Text)
        case goal(name: Text, GoalUpdate)
        case deleteGoal(name: Text)
        case caption(Caption, mark: Mark? = nil)
        case deleteCaption(slot: Text)
        /// Removes a waiting combo from the gift queue.
        case deleteCombo(id: Text)
        /// Moves a waiting combo to `place` in the queue, counted from 1; beyond the end, to the
        /// last place.
        case moveCombo(id: Text, place: Int)
        /// Removes the waiting alert of an event.
        case deleteAlert(of: Text)
        /// Moves the waiting alert of an event to `place` in the queue, counted from 1; beyond the
        /// end, to the last place.
        case moveAlert(of: Text, place: Int)
        /// The spoken message of an event's alert: a file of this server and its duration, 0 to 60 s.
        /// With a duration of 0 there is no speech.
        case speech(of: Text, src: Text, duration: Duration)
        /// Hides the message of the alert of the event with this ID, and stops its speech.
        case hideMessage(of: Text)
        case control(Control)
        /// Makes the content of the node with this ID leave now; no effect if no such node can
        /// leave.
        case skip(node: Text)
        /// Holds a platform's event, which happens only if a moderator approves it by an event with
        /// the mark `approved`.
        case hold(HeldEvent)
        /// Retracts an event: its content leaves the stage and the queues, and goals and leaders subtract its
        /// gifts.
        case takeBack(TakenBack)
        case configure(Configuration)
        /// Adds an entry to the room's blocklist.
        case block(BlockEntry)
        /// Removes an entry from the room's blocklist.
        case unblock(BlockEntry)
    }

    /// The mark of an event that does not come straight from a viewer.
    public enum Mark: Hashable, Sendable {
        /// A user's test: shown like any other event, but not counted in goals or totals.
        case test
        /// A replay of a recorded event, not counted in goals or totals either.
        case replay(of: Text)
        /// A moderator approved the held event with this ID. It counts like any other event, unless
        /// it is a platform's test.
        case approved(Text, isTest: Bool = false)
    }

    /// The widgets that have events of their own.
    enum Addressee {
        case calls
        case gifts
        case captions
        case counters
        case goals
        case alerts
    }

    public enum Control: String, Hashable, Sendable, CaseIterable {
        /// Pauses the stage: new content waits, and queues go on filling.
        case hold
        case resume
        /// Makes the gifts, calls and effects on the stage leave now.
        case skip
        /// Empties the stage and all queues at once; counters and goals stay.
        case clear
        /// Hides the message of the alert on the stage, and stops its speech.
        case hideMessage
        /// Sets the sums of all leaders to 0.
        case resetLeaders
        /// Lets the room's time run although no viewer watches; the stage does not change.
        case start
    }
}

extension Event.Mark? {
    /// True if the marked event was really given: not a test and not a replay.
    public var isReal: Bool {
        switch self {
        case nil: true
        case .approved(_, let isTest): !isTest
        case .test, .replay: false
        }
    }

    /// The ID of the event that the marked event shows again; nil if it is no replay.
    var original: Text? { if case .replay(let id) = self { id } else { nil } }
}

extension Event {
    /// The beginning of the IDs of notices that report the end of a clock.
    public static let clockEndPrefix: Text = "clock-end:"

    var isClockEnd: Bool { id.begins(with: Self.clockEndPrefix) }
}

extension Event.Kind {
    /// The ID of the event that this event shows again; nil if it is no replay.
    public var original: Text? {
        switch self {
        case .gift(_, let mark), .call(_, let mark, _), .notice(_, let mark), .caption(_, let mark):
            mark.original
        default: nil
        }
    }

    /// The ID of the held event that this event approves; nil for other events.
    public var approved: Text? {
        switch self {
        case .gift(_, .approved(let id, _)), .call(_, .approved(let id, _), _),
            .notice(_, .approved(let id, _)), .caption(_, .approved(let id, _)):
            id
        default: nil
        }
    }

    /// The ID that the server gives to the event because another event has led to it; nil for other events.
    public var derivedID: Text? {
        if case .speech(let id, _, _) = self { "speech:\(id)" } else { nil }
    }

    /// The ID of the streak that this event is a part of, held or not; nil for other events.
    public var streakID: Text? {
        switch self {
        case .gift(let gift, let mark) where mark.isReal: gift.streak?.id
        case .hold(let hold): hold.kinds.first?.streakID
        default: nil
        }
    }

    /// The widget that handles the event; nil if the room does. The room handles gifts, calls and
    /// notices, because several widgets can show them.
    var addressee: Event.Addressee? {
        switch self {
        case .dismiss, .tap: .calls
        case .deleteCombo, .moveCombo: .gifts
        case .caption, .deleteCaption: .captions
        case .counter, .clock, .changeClock, .deleteCounter: .counters
        case .goal, .deleteGoal: .goals
        case .deleteAlert, .moveAlert, .speech, .hideMessage: .alerts
        case .gift, .call, .notice, .control, .skip, .hold, .takeBack, .configure,
            .block, .unblock:
            nil
        }
    }

    /// True if the event adds to the room's snapshot, so that a full room refuses it.
    public var isKept: Bool {
        switch self {
        case .gift, .call, .notice, .counter, .clock, .goal, .caption, .block: true
        case .dismiss, .tap, .changeClock, .deleteCounter, .deleteGoal, .deleteCaption,
            .deleteCombo, .moveCombo, .deleteAlert, .moveAlert, .speech, .hideMessage, .control,
            .skip, .hold, .takeBack, .configure, .unblock:
            false
        }
    }

    /// The approximate bytes that the event adds to a snapshot and takes in a log.
    public var byteEstimate: Int {
        switch self {
        case .gift(let gift, _): gift.byteEstimate
        case .call(let person, _, _): 20 + person.byteEstimate
        case .notice(let notice, _): notice.byteEstimate
        case .speech(let id, let src, _): 50 + id.byteCount + src.byteCount
        case .counter(let name, let update): name.byteCount + update.byteEstimate
        case .clock(let name, let update): name.byteCount + update.byteEstimate
        case .changeClock(let name, let change): name.byteCount + change.byteEstimate
        case .goal(let name, let update): name.byteCount + update.byteEstimate
        case .caption(let caption, _): caption.byteEstimate
        case .hold(let hold): hold.byteEstimate
        case .takeBack(let taken): taken.byteEstimate
        case .block(let entry), .unblock(let entry): 50 + entry.value.byteCount
        case .configure(let configuration): 2000 + configuration.catalogue.byteEstimate
        case .dismiss, .tap, .deleteCounter, .deleteGoal, .deleteCaption, .deleteCombo,
            .moveCombo, .deleteAlert, .moveAlert, .hideMessage, .control, .skip:
            50
        }
    }
}
