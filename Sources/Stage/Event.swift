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

    public enum Kind: Hashable, Sendable {
        case gift(Gift)
        /// An incoming call; the call's id is the event's.
        case call(Person)
        case dismiss(call: Text)
        case tap(call: Text)
        case counter(name: Text, CounterUpdate)
        case deleteCounter(name: Text)
        case caption(Caption)
        case deleteCaption(slot: Text)
        case control(Control)
        case configure(Configuration)
    }

    public enum Control: String, Hashable, Sendable, CaseIterable {
        /// Nothing new enters the stage; queues go on filling.
        case hold
        case resume
        /// What is shown leaves now.
        case skip
        /// The stage and all queues are empty at once.
        case clear
    }
}
