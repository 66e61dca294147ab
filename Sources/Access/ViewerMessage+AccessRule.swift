package import Wire

/// The access rule of each message that a client may send on a viewer's stream.
extension ViewerMessage {
    /// The switch has no default, so that each new message gets a rule.
    package var permission: AccessRule {
        switch self {
        case .tap, .dismiss: .touching([.viewer, .owner])
        case .visibility, .rate, .about, .quality: .only([.viewer, .owner])
        }
    }
}
