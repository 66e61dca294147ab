package import Texts
import Wire

/// The pattern of a route's paths, such as `/v1/rooms/{room}/calls/{call}`, which is matched with the paths of
/// requests.
///
/// A variable matches one segment, and the form `{name…}` one or more segments at the end.
package struct PathPattern: Sendable {
    enum Part: Sendable {
        case word(Text)
        /// Matches the names of rooms only.
        case room
        case variable
    }

    package let text: String
    let parts: [Part]
    let hasTail: Bool

    /// The result of matching a path.
    enum Fit: Equatable {
        case none
        /// All parts match, except for an invalid room name.
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

    /// True if the pattern has a room's name.
    package var isOfRoom: Bool {
        parts.contains { if case .room = $0 { true } else { false } }
    }

    /// True if a call needs the room itself. Pages need no room: they are the same for all rooms.
    package var needsRoom: Bool {
        guard isOfRoom, case .word("v1") = parts[0] else { return false }
        return true
    }

    /// The fixed last segment; nil if the last part is a variable.
    var lastWord: Text? {
        guard !hasTail, case .word(let word)? = parts.last else { return nil }
        return word
    }

    func fit(_ segments: [Text]) -> Fit {
        guard takes(segmentCount: segments.count) else { return .none }
        // Compare from the end, because most paths begin with /v1/rooms.
        for index in parts.indices.reversed() {
            if case .word(let word) = parts[index], word != segments[index] { return .none }
        }
        for index in parts.indices {
            if case .room = parts[index], !RoomName.isValid(segments[index]) { return .butForRoom }
        }
        return .whole
    }

    /// True if a path with this number of segments can match.
    func takes(segmentCount: Int) -> Bool {
        hasTail ? segmentCount >= parts.count : segmentCount == parts.count
    }

    /// Returns the values of the variables in a matching path, in order.
    package func values(in segments: [Text]) -> [Text] {
        let values = zip(parts, segments).compactMap { part, segment -> Text? in
            if case .word = part { return nil }
            return segment
        }
        return values + segments.dropFirst(parts.count)
    }
}
