import Texts

/// An incoming call of a viewer, with the ID of its event and the caller.
struct Call: Hashable, Sendable {
    /// The ID of the call's event.
    let id: Text
    let person: Person

    /// Returns true if `other` counts as the same caller under the configured key.
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
