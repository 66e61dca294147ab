package import HTTPRouting
package import Texts

/// The client that sends a request or has a stream open, with its role, its room, its key and its address.
package struct Caller: Hashable, Sendable {
    /// Nil: the client may use public calls only.
    package let role: Role?
    /// The room that the caller's key is for; nil: every room.
    package var room: Text?
    /// The ID of the client's key; nil: the client has no key.
    package var key: Text?
    /// The client's address, for the limits per address; nil: the client is on this machine.
    package var address: ClientAddress?
    /// True if a viewer may tap and dismiss.
    package var interacts = true
    /// True for a client on this machine. Limits do not apply to it.
    var isLocal = false
    /// True if the server requires no keys and the request came without a proxy.
    var isUnasked = false

    /// A client of a server that requires no keys.
    package static let trusted = Caller(role: .admin)

    /// A client that reaches an open server without a proxy.
    package static let open: Caller = {
        var caller = trusted
        caller.isUnasked = true
        return caller
    }()

    /// A client on this machine, if it needs no key.
    package static let local: Caller = {
        var caller = trusted
        caller.isLocal = true
        return caller
    }()

    /// A client that needs a key and has none.
    package static let stranger = Caller(role: nil)

    init(role: Role?) {
        self.role = role
    }

    /// The client that presents a key.
    package init(_ grant: Grant) {
        role = grant.role
        room = grant.room
        key = grant.id
        interacts = grant.role != .viewer || grant.interacts
    }
}
