import Texts

/// The identity of a person or a gift item, which is the ID, or the name if there is no ID. An ID never equals a name.
enum Identity: Hashable, Sendable {
    case id(Text)
    case name(Text)

    init(id: Text?, name: Text) {
        self = id.map(Identity.id) ?? .name(name)
    }
}
