import Wire

extension ViewerMessage {
    /// Who may say it: a new message has its place here, or nothing compiles.
    var permission: Permission {
        switch self {
        case .tap, .dismiss: .touching([.viewer, .owner])
        case .visibility, .rate, .about: .only([.viewer, .owner])
        }
    }
}
