import Transport
import Wire

extension Request {
    /// A whole number of the query, in digits; nil where it is left out.
    func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = queryItem(name) else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }),
            let number = Int(text), range.contains(number)
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
        // Parameters are passed over (RFC 9110, section 8.3.1).
        var name = Array(type.utf8.prefix { $0 != UInt8(ascii: ";") })
        while name.last == UInt8(ascii: " ") || name.last == UInt8(ascii: "\t") {
            name.removeLast()
        }
        for index in name.indices where (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= name[index] {
            name[index] |= 0x20
        }
        return name.elementsEqual("application/json".utf8)
            || method == .patch && name.elementsEqual("application/merge-patch+json".utf8)
    }
}
