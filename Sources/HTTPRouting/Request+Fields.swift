package import Texts
package import Transport
import Wire

/// Reads numbers from a request's query, and the type of its body.
extension Request {
    /// Returns a whole number in the query; nil if it is missing. Throws if it is not one, or is out of
    /// range.
    package func number(_ name: Text, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = queryItem(name) else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }),
            let number = Int(text.string), range.contains(number)
        else {
            throw .badContent(
                ContentError(problems: [
                    .init(
                        pointer: "?\(name)",
                        detail: "must be a whole number from \(range.lowerBound) to "
                            + "\(range.upperBound)")
                ]))
        }
        return number
    }

    /// True if the `Content-Type` is JSON, or for a PATCH request a merge patch (RFC 7396).
    package var hasJSONBody: Bool {
        guard let type = header("Content-Type") else { return false }
        // The usual form needs no parsing.
        if type == "application/json" { return true }
        // Ignore parameters (RFC 9110, section 8.3.1).
        guard let name = type.elements(separatedBy: UInt8(ascii: ";")).first?.asciiLowercased
        else { return false }
        return name == "application/json"
            || method == .patch && name == "application/merge-patch+json"
    }
}
