import Texts

/// An incoming call.
struct Call: Hashable, Sendable, Codable {
    /// The id of its event.
    let id: Text
    let person: Person

    /// Whether the caller is the same as `other`, as the configuration sees it.
    func isBy(_ other: Person, _ key: CallsConfiguration.RepetitionKey) -> Bool {
        switch key {
        case .userId: person.identity == other.identity
        case .name: person.name == other.name
        }
    }
}
