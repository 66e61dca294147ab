import Texts

/// An incoming call.
struct Call: Hashable, Sendable {
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

extension Call: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("user", person)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id") else { return nil }
        self.init(id: id, person: Person(state.nested("user")))
    }
}

extension Call: Weighed {
    var byteEstimate: Int { 20 + id.byteCount + person.byteEstimate }
}
