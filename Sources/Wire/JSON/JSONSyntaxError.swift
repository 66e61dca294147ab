/// The reason why bytes are not valid JSON, with the place of the error.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the error, in bytes from 0.
    public let offset: Int
    public let reason: String

    public var description: String { "\(reason) at byte \(offset)" }
}
