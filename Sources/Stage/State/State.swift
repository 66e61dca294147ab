public import Texts

/// A room's state as plain values, from which snapshots are written and restored.
///
/// `docs/snapshot.md` describes a room's fields. Only values that differ from their defaults are
/// present.
public enum State: Hashable, Sendable {
    case flag(Bool)
    case whole(Int64)
    case number(Double)
    case text(Text)
    /// A list; nil is an empty place, such as an idle channel.
    case list([State?])
    /// An object; keys are unique.
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

/// A part of a room that can be saved to a state and restored from it.
protocol Restorable {
    /// Writes the values that differ from their defaults.
    func save(to state: inout StateWriter)

    /// Restores what `save` of this or another version wrote. Missing and impossible values have
    /// their defaults; returns nil if a required value is missing.
    init?(_ state: StateReader)
}

extension Restorable {
    var state: State {
        var writer = StateWriter()
        save(to: &writer)
        return .fields(writer.fields)
    }
}
