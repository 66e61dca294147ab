import Texts
import Timeline

/// Reads the fields of a state, which another version may have written. Reading a field never
/// fails: a value out of range becomes the nearest in range; one that is missing or of another
/// type, the default.
struct StateReader {
    /// The room's time when the state was saved: nothing began later, and nothing is due earlier.
    let now: Instant
    private let values: [Text: State]

    init(_ state: State?, now: Instant) {
        self.now = now
        guard case .fields(let fields) = state else {
            values = [:]
            return
        }
        values = Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first }
    }

    func flag(_ key: Text) -> Bool {
        if case .flag(let flag) = values[key] { flag } else { false }
    }

    /// A double holds every whole number up to here, and no sum of two overflows an `Int64`.
    private static let largest: Int64 = 1 << 53
    /// The largest count of anything.
    static let counts = 1_000_000_000_000

    private func whole(_ key: Text) -> Int64? {
        switch values[key] {
        case .whole(let whole): min(max(whole, -Self.largest), Self.largest)
        case .number(let number):
            number.isFinite
                ? Int64(min(max(number, -Double(Self.largest)), Double(Self.largest))) : nil
        default: nil
        }
    }

    func whole(_ key: Text, in range: ClosedRange<Int> = 0...counts, or missing: Int) -> Int {
        whole(key).map { min(max(Int($0), range.lowerBound), range.upperBound) } ?? missing
    }

    func number(_ key: Text, in range: ClosedRange<Double>, or missing: Double = 0) -> Double {
        switch values[key] {
        case .whole(let whole): Double(whole).limited(to: range)
        case .number(let number) where number.isFinite: number.limited(to: range)
        default: missing
        }
    }

    /// A list of numbers. What can't be read is 0, so that the others keep their places.
    func numbers(_ key: Text) -> [Double] {
        list(key).map { element in
            switch element {
            case .whole(let whole): Double(whole)
            case .number(let number) where number.isFinite: number
            default: 0
            }
        }
    }

    func text(_ key: Text) -> Text? {
        if case .text(let text) = values[key] { text } else { nil }
    }

    /// A case by its raw value; nil if there is none with it.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ key: Text) -> Word? {
        text(key).flatMap { Word(word: $0) }
    }

    /// When something began: not after `now`, 0 if missing.
    func past(_ key: Text) -> Instant {
        Instant(microseconds: min(max(whole(key) ?? 0, 0), now.microseconds))
    }

    /// When something is due: not before `now`.
    func future(_ key: Text) -> Instant? {
        whole(key).map { Instant(microseconds: max($0, now.microseconds)) }
    }

    func duration(_ key: Text) -> Duration? {
        whole(key).map { Duration(microseconds: max($0, 0)) }
    }

    // MARK: Nested values

    func nested(_ key: Text) -> StateReader { StateReader(values[key], now: now) }

    /// The part at `key`; nil if it is missing, or lacks what it can't be without.
    func part<Part: Restorable>(_ key: Text) -> Part? {
        guard case .fields = values[key] else { return nil }
        return Part(nested(key))
    }

    /// The segment at `key`, with its values limited to `range`.
    func segment(_ key: Text, in range: ClosedRange<Double> = 0...1) -> Segment? {
        guard case .fields = values[key] else { return nil }
        return Segment(nested(key), in: range)
    }

    private func list(_ key: Text) -> [State?] {
        if case .list(let elements) = values[key] { elements } else { [] }
    }

    /// The parts of a list, with nil in the place of those that can't be read.
    func places<Part: Restorable>(_ key: Text) -> [Part?] {
        list(key).map { element in
            guard case .fields = element else { return nil }
            return Part(StateReader(element, now: now))
        }
    }

    /// The parts of a list, without those that can't be read.
    func parts<Part: Restorable>(_ key: Text) -> [Part] { places(key).compactMap { $0 } }
}

extension Double {
    fileprivate func limited(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
