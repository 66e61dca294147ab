import Texts

/// Marks the ignored chat messages of a platform as known types without a payment, instead of unknown types.
extension DeliveryContent {
    /// Returns this content, with the chat's types marked as known messages without a payment.
    func excusing(_ types: Set<Text>) -> DeliveryContent {
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
