import Wire

/// The permissions of the messages that viewers send.
extension ViewerMessage {
    /// The permission that the message needs. The switch has no default, so that each new message gets one.
    var permission: Permission {
        switch self {
        case .tap, .dismiss: .touching([.viewer, .owner])
        case .visibility, .rate, .about: .only([.viewer, .owner])
        }
    }
}
