import Texts

/// Who asks, as far as it decides what they may do.
struct Caller: Hashable, Sendable {
    /// Nil: they may do only what everybody may.
    let role: Role?
    /// The room that the caller's key is for; nil: every room.
    var room: Text?
    /// The id of the caller's key; nil if they came without one.
    var key: Text?
    /// Where they are, if that is not this machine: what they do counts for it.
    var address: ClientAddress?
    /// Whether a viewer may tap and dismiss.
    var interacts = true
    /// Whether it is somebody on this machine, who is kept to no limit.
    var isLocal = false
    /// Whether the server requires no keys and the request came without a proxy.
    var isUnasked = false

    /// Anybody, if no keys are asked for.
    static let trusted = Caller(role: .admin)

    /// A client that reaches an open server without a proxy.
    static let open: Caller = {
        var caller = trusted
        caller.isUnasked = true
        return caller
    }()

    /// Somebody on this machine, if none is needed.
    static let local: Caller = {
        var caller = trusted
        caller.isLocal = true
        return caller
    }()

    /// Somebody without a key, if one is needed.
    static let stranger = Caller(role: nil)

    init(role: Role?) {
        self.role = role
    }

    /// The holder of a key.
    init(_ grant: Grant) {
        role = grant.role
        room = grant.room
        key = grant.id
        interacts = grant.role != .viewer || grant.interacts
    }
}

/// Who has a stream open.
protocol StreamClient: AnyObject {
    var caller: Caller { get }
    var room: LiveRoom { get }
    /// How much they may say yet.
    var messages: TokenBucket { get set }
}

/// Who may do something: make a call, or say something on a stream.
enum Permission: Sendable {
    /// Whoever reaches the server, by any `Host`: a monitor may know only an address within some
    /// network.
    case monitors
    /// Whoever reaches the server.
    case everybody
    /// Those who have one of these roles; an admin may everything.
    case only(Set<Role>)
    /// The same roles, but a viewer only if its key lets it tap.
    case touching(Set<Role>)
    /// Whoever signs with the secret that is shared: what is sent tells.
    case signed
    /// Whose key stands in the path.
    case triggering
    /// These roles by a key alone, where none is needed otherwise too.
    case keyed(Set<Role>)
    /// Platforms that sign nothing: these roles by a key, which HTTP Basic may carry. No key is
    /// needed where the server requires none and the request came without a proxy.
    case delivering(Set<Role>)

    /// Whether HTTP Basic may carry the key.
    var takesBasic: Bool {
        if case .delivering = self { true } else { false }
    }

    /// Whether a caller may do it in a room; nil: outside of all.
    func allows(_ caller: Caller, in room: Text?) -> Bool {
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

    /// For the documentation.
    var words: String {
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
