import Texts
import Timeline

/// Collects the fields of a part of a room for its snapshot, without those that have their default value.
struct StateWriter {
    private(set) var fields: [State.Field] = []

    mutating func add(_ key: Text, _ value: State) {
        fields.append(.init(key, value))
    }

    mutating func put(_ key: Text, _ value: Bool) {
        if value { add(key, .flag(true)) }
    }

    mutating func put(_ key: Text, _ value: Int, unless missing: Int = 0) {
        if value != missing { add(key, .whole(Int64(value))) }
    }

    /// Writes a worth. Readers of JSON hold large numbers only approximately, so a large worth is a text.
    mutating func put(_ key: Text, worth: Int64?) {
        guard let worth else { return }
        add(key, worth < 1 << 53 ? .whole(worth) : .text("\(worth)"))
    }

    mutating func put(_ key: Text, _ value: Double, unless missing: Double = 0) {
        if value != missing { add(key, .number(value)) }
    }

    mutating func put(_ key: Text, always value: Double) {
        add(key, .number(value))
    }

    mutating func put(_ key: Text, _ value: Text?, unless missing: Text? = nil) {
        if let value, value != missing { add(key, .text(value)) }
    }

    mutating func put(_ key: Text, _ value: Instant?) {
        if let value { add(key, .whole(value.microseconds)) }
    }

    mutating func put(_ key: Text, _ value: Duration?) {
        if let value { add(key, .whole(value.microseconds)) }
    }

    mutating func put<Word: RawRepresentable<String>>(
        _ key: Text, _ value: Word?, unless missing: Word? = nil
    ) {
        if let value, value.rawValue != missing?.rawValue { add(key, .text(Text(value.rawValue))) }
    }

    mutating func put(_ key: Text, _ value: (some Restorable)?) {
        if let value { add(key, value.state) }
    }

    mutating func put(_ key: Text, parts: some Sequence<some Restorable>) {
        let states = parts.map { $0.state as State? }
        if !states.isEmpty { add(key, .list(states)) }
    }

    /// Writes parts in their places; nil is an empty place.
    mutating func put(_ key: Text, places: [(some Restorable)?]) {
        if !places.isEmpty { add(key, .list(places.map { $0?.state })) }
    }

    mutating func put(_ key: Text, numbers: [Double]) {
        if !numbers.isEmpty { add(key, .list(numbers.map { .number($0) })) }
    }

    mutating func put(_ key: Text, _ value: Segment?, unless missing: Segment? = nil) {
        guard let value, value != missing else { return }
        var state = StateWriter()
        value.save(to: &state)
        add(key, .fields(state.fields))
    }
}
