import Texts

/// What makes two people or two gifts the same: the id, or the name if there is no id.
/// An id never equals a name.
enum Identity: Hashable, Sendable {
    case id(Text)
    case name(Text)

    init(id: Text?, name: Text) {
        self = id.map(Identity.id) ?? .name(name)
    }
}
