package import Wire

/// The permission that a client needs for each message that it may send on a viewer's stream.
extension ViewerMessage {
    /// The permission that the message needs. The switch has no default, so that each new message gets one.
    package var permission: Permission {
        switch self {
        case .tap, .dismiss: .touching([.viewer, .owner])
        case .visibility, .rate, .about, .quality: .only([.viewer, .owner])
        }
    }
}
