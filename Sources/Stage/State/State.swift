public import Texts

/// A room's state as plain values: what a snapshot is written from, and read to.
///
/// `docs/snapshot.md` says what a room's consists of. Only what differs from its default is in it.
public indirect enum State: Hashable, Sendable {
    case flag(Bool)
    case whole(Int64)
    case number(Double)
    case text(Text)
    /// nil is an empty place, such as an idle channel.
    case list([State?])
    /// No key stands twice.
    case fields([Field])

    public struct Field: Hashable, Sendable {
        public let key: Text
        public let value: State

        public init(_ key: Text, _ value: State) {
            self.key = key
            self.value = value
        }
    }
}

/// Something of a room that is written into its state, and made from it again.
protocol Restorable {
    /// Adds what differs from its default.
    func save(to state: inout StateWriter)

    /// Reads what `save` wrote, or another version's did: what is missing or can't be has its
    /// default. Nil if it is nothing without what is missing.
    init?(_ state: StateReader)
}

extension Restorable {
    var state: State {
        var writer = StateWriter()
        save(to: &writer)
        return .fields(writer.fields)
    }
}
