import Texts
import Wire

/// The nodes that a viewer has on its stage, by ID.
struct Picture: Equatable {
    private(set) var nodes: [Text: [Text: JSON]] = [:]

    /// Applies a frame message.
    mutating func apply(_ frame: JSON) {
        if frame["full"] == .bool(true) { nodes = [:] }
        for case .object(let changes) in frame["nodes"]?.elements ?? [] {
            guard let id = changes.first?.value.string else { continue }
            for change in changes {
                nodes[id, default: [:]][change.key] = change.value == .null ? nil : change.value
            }
        }
        for id in frame["removed"]?.elements.compactMap(\.string) ?? [] { nodes[id] = nil }
    }
}

extension JSON {
    var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var string: Text? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}
