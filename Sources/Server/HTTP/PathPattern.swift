import Texts
import Wire

/// The paths of a route: `/v1/rooms/{room}/calls/{call}`.
///
/// A variable stands for one segment, and as `{name…}` for one or more up to the end.
struct PathPattern: Sendable {
    enum Part: Sendable {
        case word(Text)
        /// Only a room's name fits.
        case room
        case variable
    }

    let text: String
    let parts: [Part]
    let hasTail: Bool

    /// How far a path fits a pattern.
    enum Fit: Equatable {
        case none
        /// All but the room's name, which can't be one.
        case butForRoom
        case whole
    }

    init(_ text: String) {
        self.text = text
        let segments = text.split(separator: "/").map { Text(String($0)) }
        parts = segments.map { segment in
            guard segment.begins(with: "{") else { return .word(segment) }
            return segment == "{room}" ? .room : .variable
        }
        hasTail = text.utf8.suffix(4).elementsEqual("…}".utf8)
    }

    /// Whether its first variable is a room's name.
    var isOfRoom: Bool {
        parts.contains { if case .room = $0 { true } else { false } }
    }

    /// Whether what is asked for is the room's, not a page that is the same for all of them.
    var needsRoom: Bool {
        guard isOfRoom, case .word("v1") = parts[0] else { return false }
        return true
    }

    /// What the last segment has to be; nil if it may be another.
    var lastWord: Text? {
        guard !hasTail, case .word(let word)? = parts.last else { return nil }
        return word
    }

    func fit(_ segments: [Text]) -> Fit {
        guard takes(segmentCount: segments.count) else { return .none }
        // Paths differ at their ends: most begin with /v1/rooms.
        for index in parts.indices.reversed() {
            if case .word(let word) = parts[index], word != segments[index] { return .none }
        }
        for index in parts.indices {
            if case .room = parts[index], !RoomName.isValid(segments[index]) { return .butForRoom }
        }
        return .whole
    }

    /// Whether a path of so many segments can fit.
    func takes(segmentCount: Int) -> Bool {
        hasTail ? segmentCount >= parts.count : segmentCount == parts.count
    }

    /// What stands at the variables' places of a path that fits, in their order.
    func values(in segments: [Text]) -> [Text] {
        let values = zip(parts, segments).compactMap { part, segment -> Text? in
            if case .word = part { return nil }
            return segment
        }
        return values + segments.dropFirst(parts.count)
    }
}
