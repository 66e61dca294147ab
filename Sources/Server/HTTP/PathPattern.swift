import Texts
import Wire

/// The paths of a route: `/v1/rooms/{room}/calls/{call}`.
///
/// A variable stands for one segment, and as `{name…}` for one or more up to the end.
struct PathPattern: Sendable {
    private enum Part: Sendable {
        case word(Text)
        /// Only a room's name fits.
        case room
        case variable
    }

    let text: String
    private let parts: [Part]
    private let hasTail: Bool

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

    func fit(_ segments: [Text]) -> Fit {
        guard hasTail ? segments.count >= parts.count : segments.count == parts.count else {
            return .none
        }
        var fit = Fit.whole
        for (part, segment) in zip(parts, segments) {
            switch part {
            case .word(let word): if word != segment { return .none }
            case .room: if !RoomName.isValid(segment) { fit = .butForRoom }
            case .variable: break
            }
        }
        return fit
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
