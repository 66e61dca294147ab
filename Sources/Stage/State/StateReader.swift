import Texts
import Timeline

/// Reads the fields of a state. A value that is missing, of another kind or beyond what a room can
/// have is read as its default or the nearest that can be: reading never fails for it.
struct StateReader {
    /// The instant up to which the room has been performed: nothing began later, and nothing is due
    /// earlier.
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

    /// Doubles are exact up to here, and no sum of two overflows.
    private static let largest: Int64 = 1 << 53
    /// The largest of whatever is counted.
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

    func word<Word: RawRepresentable<String> & CaseIterable>(_ key: Text) -> Word? {
        text(key).flatMap { Word(word: $0) }
    }

    /// When something began: not after `now`.
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

    // MARK: What is within

    func nested(_ key: Text) -> StateReader { StateReader(values[key], now: now) }

    func part<Part: Restorable>(_ key: Text) -> Part? {
        guard case .fields = values[key] else { return nil }
        return Part(nested(key))
    }

    /// The segment at `key`, whose values are in `range`: shares unless told otherwise.
    func segment(_ key: Text, in range: ClosedRange<Double> = 0...1) -> Segment? {
        guard case .fields = values[key] else { return nil }
        return Segment(nested(key), in: range)
    }

    private func list(_ key: Text) -> [State?] {
        if case .list(let elements) = values[key] { elements } else { [] }
    }

    /// The parts of a list, and nil for those that can't be read.
    func places<Part: Restorable>(_ key: Text) -> [Part?] {
        list(key).map { element in
            guard case .fields = element else { return nil }
            return Part(StateReader(element, now: now))
        }
    }

    func parts<Part: Restorable>(_ key: Text) -> [Part] { places(key).compactMap { $0 } }
}

extension Double {
    fileprivate func limited(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
