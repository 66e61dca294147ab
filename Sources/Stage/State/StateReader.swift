import Texts
import Timeline

/// Reads the fields of a part of a room from its snapshot, which another version may have written. Reading a field
/// never fails: a value out of range becomes the nearest in range, and a missing value or a value of another type
/// becomes the default.
struct StateReader {
    /// The room's time when the state was saved: no start is later, and no due instant is earlier.
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

    func has(_ key: Text) -> Bool { values[key] != nil }

    /// A double holds every whole number up to here, and no sum of two overflows an `Int64`.
    private static let largest: Int64 = 1 << 53
    /// The maximum of any count.
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

    /// Returns a worth, 0 to 10¹⁸; nil if it is missing.
    func worth(_ key: Text) -> Int64? {
        let worth = text(key).flatMap { Int64($0.string) } ?? whole(key)
        return worth.map { min(max($0, 0), GiftItem.mostWorth) }
    }

    func number(_ key: Text, in range: ClosedRange<Double>, or missing: Double = 0) -> Double {
        switch values[key] {
        case .whole(let whole): Double(whole).limited(to: range)
        case .number(let number) where number.isFinite: number.limited(to: range)
        default: missing
        }
    }

    /// Returns a list of numbers. An unreadable element is 0, so that the other elements keep their
    /// places.
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

    /// Returns the case with this raw value; nil if no case has it.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ key: Text) -> Word? {
        text(key).flatMap { Word(word: $0) }
    }

    /// Returns a start: at most `now`, and 0 if missing.
    func past(_ key: Text) -> Instant {
        Instant(microseconds: min(max(whole(key) ?? 0, 0), now.microseconds))
    }

    /// Returns an instant before or after `now`; nil if missing.
    func instant(_ key: Text) -> Instant? {
        whole(key).map { Instant(microseconds: max($0, 0)) }
    }

    /// Returns a due instant: not before `now`.
    func future(_ key: Text) -> Instant? {
        whole(key).map { Instant(microseconds: max($0, now.microseconds)) }
    }

    func duration(_ key: Text) -> Duration? {
        whole(key).map { Duration(microseconds: max($0, 0)) }
    }

    // MARK: Nested values

    func nested(_ key: Text) -> StateReader { StateReader(values[key], now: now) }

    /// Returns the part at `key`; nil if it is missing or lacks a required value.
    func part<Part: Restorable>(_ key: Text) -> Part? {
        guard case .fields = values[key] else { return nil }
        return Part(nested(key))
    }

    /// Returns the segment at `key`, with its values limited to `range`.
    func segment(_ key: Text, in range: ClosedRange<Double> = 0...1) -> Segment? {
        guard case .fields = values[key] else { return nil }
        return Segment(nested(key), in: range)
    }

    private func list(_ key: Text) -> [State?] {
        if case .list(let elements) = values[key] { elements } else { [] }
    }

    /// Returns the parts of a list, with nil in place of unreadable elements.
    func places<Part: Restorable>(_ key: Text) -> [Part?] {
        list(key).map { element in
            guard case .fields = element else { return nil }
            return Part(StateReader(element, now: now))
        }
    }

    /// Returns the readable parts of a list.
    func parts<Part: Restorable>(_ key: Text) -> [Part] { places(key).compactMap { $0 } }
}

extension Double {
    fileprivate func limited(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
