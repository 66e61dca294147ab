import Texts
import Wire

/// The setting `links` that each source has: true keeps links in messages.
extension Source {
    static let links: Text = "links"

    /// Throws if the setting is neither true nor false.
    static func checkLinks(_ settings: JSON) throws(ContentError) {
        switch settings[links] {
        case nil, .bool: return
        default:
            throw ContentError(problems: [
                .init(pointer: "/\(links)", detail: "must be true or false")
            ])
        }
    }
}

extension JSON {
    /// The settings that the platform's own code reads.
    var ownSettings: JSON { .object(members.filter { $0.key != Source.links }) }
}

extension DeliveryContent {
    /// This content without links in its messages.
    var withoutLinks: DeliveryContent {
        guard case .happenings(let happenings, let beside) = self else { return self }
        return .happenings(happenings.map(\.withoutLinks), beside: beside)
    }
}
