package import Texts

/// The rule that says which clients may make a call or send a message: their roles, and whether they need a key.
package enum AccessRule: Sendable {
    /// Any client, also with a foreign `Host`: monitors often know only an internal address.
    case monitors
    /// Any client.
    case everybody
    /// Clients with one of these roles. An admin has every permission.
    case only(Set<Role>)
    /// The same roles, but a viewer only if its key allows tapping.
    case touching(Set<Role>)
    /// Platforms that sign their deliveries with a shared secret, which the handler checks.
    case signed
    /// Clients with a key in the path, which the handler checks.
    case triggering
    /// These roles, and always with a key, even on a server that requires no keys.
    case keyed(Set<Role>)
    /// Platforms that do not sign: clients of these roles with a key, also by HTTP Basic. No key is needed if
    /// the server requires none and the request came without a proxy.
    case delivering(Set<Role>)

    /// True if the request may use any host name.
    package var isForMonitors: Bool {
        if case .monitors = self { true } else { false }
    }

    /// True if HTTP Basic may carry the key.
    package var takesBasic: Bool {
        if case .delivering = self { true } else { false }
    }

    /// True if a caller has the permission in a room; nil: the call concerns no single room.
    package func allows(_ caller: Caller, in room: Text?) -> Bool {
        switch self {
        case .monitors, .everybody, .signed, .triggering: true
        case .keyed(let roles): caller.key != nil && Self.has(roles, caller, in: room)
        case .delivering(let roles):
            (caller.key != nil || caller.isUnasked) && Self.has(roles, caller, in: room)
        case .only(let roles): Self.has(roles, caller, in: room)
        case .touching(let roles): caller.interacts && Self.has(roles, caller, in: room)
        }
    }

    private static func has(_ roles: Set<Role>, _ caller: Caller, in room: Text?) -> Bool {
        guard let role = caller.role else { return false }
        if role == .admin { return true }
        return roles.contains(role) && (room == nil || caller.room == room)
    }

    /// The words in the documentation.
    package var words: String {
        switch self {
        case .monitors, .everybody: "everybody"
        case .signed: "who signs it"
        case .triggering: "the key in it"
        case .only(let roles), .touching(let roles), .keyed(let roles), .delivering(let roles):
            Role.allCases.filter { roles.contains($0) || $0 == .admin }.map(\.rawValue)
                .joined(separator: ", ")
        }
    }
}
