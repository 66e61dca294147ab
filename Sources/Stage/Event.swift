public import Texts

/// Something that happened to a room from outside: the only thing, beside time, that changes it.
public struct Event: Hashable, Sendable {
    /// The event's place in its room's history, from 1; it also seeds what the event draws by lot.
    public let seq: Int64
    /// The event's id, unique in its room.
    public let id: Text
    public let kind: Kind

    public init(seq: Int64, id: Text, kind: Kind) {
        self.seq = seq
        self.id = id
        self.kind = kind
    }

    /// Indirect: it is handed on many times, and has many texts.
    public indirect enum Kind: Hashable, Sendable {
        case gift(Gift, mark: Mark? = nil)
        /// An incoming call; the call's id is the event's.
        case call(Person, mark: Mark? = nil)
        case dismiss(call: Text)
        case tap(call: Text)
        case counter(name: Text, CounterUpdate)
        case deleteCounter(name: Text)
        case goal(name: Text, GoalUpdate)
        case deleteGoal(name: Text)
        case caption(Caption, mark: Mark? = nil)
        case deleteCaption(slot: Text)
        /// Takes a combo that waits out of the queue of gifts.
        case deleteCombo(id: Text)
        /// Puts a combo that waits at another place of its queue, counted from 1; the last place if
        /// there are fewer.
        case moveCombo(id: Text, place: Int)
        case control(Control)
        /// What the node of this id shows leaves now, and nothing else; does nothing if no such node
        /// can leave.
        case skip(node: Text)
        /// Something that is not to happen unless somebody says so: with an event of the mark
        /// `approved`.
        case hold(Hold)
        /// What an event brought leaves the stage and the queues, and goals go back.
        case takeBack(TakenBack)
        case configure(Configuration)
    }

    /// What sets an event apart from those that viewers sent.
    public enum Mark: Hashable, Sendable {
        /// Somebody tries how it looks: it is shown as any other, and counts in no goal and no total.
        case test
        /// It shows a recorded event again, and counts as little.
        case replay(of: Text)
        /// A moderator approved the held event with this ID. It counts like any other event, unless it is
        /// a platform's test.
        case approved(Text, isTest: Bool = false)
    }

    /// The widgets that have events of their own.
    enum Addressee {
        case calls
        case gifts
        case captions
        case counters
        case goals
    }

    public enum Control: String, Hashable, Sendable, CaseIterable {
        /// Nothing new enters the stage; queues go on filling.
        case hold
        case resume
        /// What is shown leaves now.
        case skip
        /// The stage and all queues are empty at once.
        case clear
        /// Whoever runs the room lets its time run although nobody watches; on the stage nothing
        /// changes.
        case start
    }
}

extension Event.Mark? {
    /// Whether what it marks was given, and not only tried or shown again.
    public var isReal: Bool {
        switch self {
        case nil: true
        case .approved(_, let isTest): !isTest
        case .test, .replay: false
        }
    }
}

extension Event.Kind {
    /// The held event that it has happen; nil: it is none of these.
    public var approved: Text? {
        switch self {
        case .gift(_, .approved(let id, _)), .call(_, .approved(let id, _)),
            .caption(_, .approved(let id, _)):
            id
        default: nil
        }
    }

    /// The ID of the streak that it is a part of, held or not; nil: it is part of none.
    public var streakID: Text? {
        switch self {
        case .gift(let gift, let mark) where mark.isReal: gift.streak?.id
        case .hold(let hold): hold.kinds.first?.streakID
        default: nil
        }
    }

    /// The widget that takes it; nil: it is for the room. A gift is: several widgets show it.
    var addressee: Event.Addressee? {
        switch self {
        case .call, .dismiss, .tap: .calls
        case .deleteCombo, .moveCombo: .gifts
        case .caption, .deleteCaption: .captions
        case .counter, .deleteCounter: .counters
        case .goal, .deleteGoal: .goals
        case .gift, .control, .skip, .hold, .takeBack, .configure: nil
        }
    }

    /// Whether something of it stays in the room's snapshot, so that a full room refuses it.
    public var isKept: Bool {
        switch self {
        case .gift, .call, .counter, .goal, .caption: true
        case .dismiss, .tap, .deleteCounter, .deleteGoal, .deleteCaption, .deleteCombo,
            .moveCombo, .control, .skip, .hold, .takeBack, .configure:
            false
        }
    }

    /// About how many bytes the event can make a snapshot larger by, and takes in a log.
    public var byteEstimate: Int {
        switch self {
        case .gift(let gift, _): gift.byteEstimate
        case .call(let person, _): 20 + person.byteEstimate
        case .counter(let name, let update): name.byteCount + update.byteEstimate
        case .goal(let name, let update): name.byteCount + update.byteEstimate
        case .caption(let caption, _): caption.byteEstimate
        case .hold(let hold): hold.byteEstimate
        case .takeBack(let taken): taken.byteEstimate
        case .configure(let configuration): 2000 + configuration.catalogue.byteEstimate
        case .dismiss, .tap, .deleteCounter, .deleteGoal, .deleteCaption, .deleteCombo,
            .moveCombo, .control, .skip:
            50
        }
    }
}
