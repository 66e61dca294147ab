import Texts

extension Reading {
    /// This reading, in which types about the chat are known to report no payment.
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
