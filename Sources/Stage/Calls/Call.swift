/// An incoming call.
struct Call: Hashable, Sendable, Codable {
    /// The id of its event.
    let id: String
    let person: Person

    /// Whether this is the same caller as `other`, as the configuration sees it.
    func repeats(_ other: Call, by key: CallsConfiguration.RepetitionKey) -> Bool {
        switch key {
        case .userId: person.identity == other.person.identity
        case .name: person.name == other.person.name
        }
    }
}
