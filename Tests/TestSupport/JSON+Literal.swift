public import Texts
public import Wire

extension JSON {
    /// Parses a text that the test knows to be valid.
    public init(_ text: String) {
        do throws(JSONSyntaxError) {
            self = try JSON(parsing: Array(text.utf8))
        } catch {
            preconditionFailure("\(error): \(text)")
        }
    }

    public var text: Text { Text(decoding: encoded) }
}
