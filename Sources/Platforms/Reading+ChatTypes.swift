import Texts

/// Marks a platform's messages about the chat as known messages without a payment.
extension Reading {
    /// Returns this reading, with the chat's types marked as known messages without a payment.
    func excusing(_ types: Set<Text>) -> Reading {
        switch self {
        case .happenings(let happenings, let beside):
            .happenings(happenings, beside: beside.map { $0.excusing(types) })
        case .passed(let passed): .passed(passed.excusing(types))
        case .corrections, .challenge, .revoked: self
        }
    }
}

extension PassedOver {
    fileprivate func excusing(_ types: Set<Text>) -> PassedOver {
        guard reason == .unknownType, types.contains(type) else { return self }
        return PassedOver(type, .noPayment, isPrivate: isPrivate, part: part)
    }
}
