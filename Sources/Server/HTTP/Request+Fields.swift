import Texts
import Transport
import Wire

extension Request {
    /// A whole number of the query, in digits; nil if it is left out.
    func number(_ name: Text, in range: ClosedRange<Int>) throws(Problem) -> Int? {
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

    /// Whether the body says that it is JSON, a merge patch (RFC 7396) included.
    var hasJSONBody: Bool {
        guard let type = header("Content-Type") else { return false }
        // As most write it.
        if type == "application/json" { return true }
        // Parameters are passed over (RFC 9110, section 8.3.1).
        guard let name = type.elements(separatedBy: UInt8(ascii: ";")).first?.asciiLowercased
        else { return false }
        return name == "application/json"
            || method == .patch && name == "application/merge-patch+json"
    }
}
