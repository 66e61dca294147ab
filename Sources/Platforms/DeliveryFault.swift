public import Texts
public import Wire

/// The reason why a platform's delivery is refused, such as a wrong signature or a malformed body.
public enum DeliveryFault: Error, Hashable, Sendable {
    /// It has no valid signature.
    case forged
    /// It was signed too long ago, or its time is in the future.
    case stale
    /// Its body does not have this media type.
    case mediaType(Text)
    /// Its body is not JSON.
    case syntax(JSONSyntaxError)
    /// A field of its body does not have the platform's form.
    case unfit(ContentError)

    static func content(_ pointer: Text, _ detail: String) -> DeliveryFault {
        .unfit(ContentError(problems: [.init(pointer: pointer, detail: detail)]))
    }
}
