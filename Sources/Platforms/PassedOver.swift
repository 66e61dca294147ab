public import Texts
public import Wire

/// An ignored delivery of a platform, or an ignored part of one, with its type and the reason.
public struct PassedOver: Hashable, Sendable {
    /// The platform's name for the type of the delivery.
    public let type: Text
    public let reason: Reason
    /// True if the other content must not be shown to anyone.
    public let isPrivate: Bool
    /// The ignored part; nil if it is the whole delivery.
    public let part: JSON?

    public init(_ type: Text, _ reason: Reason, isPrivate: Bool = false, part: JSON? = nil) {
        self.type = type
        self.reason = reason
        self.isPrivate = isPrivate
        self.part = part
    }
}
