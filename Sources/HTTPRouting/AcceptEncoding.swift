package import Texts

/// Reads from a request's `Accept-Encoding` header which encodings the client accepts (RFC 9110, section 12.5.3).
package struct AcceptEncoding {
    /// A longer header is ignored: no real client sends one.
    static let maxBytes = 256

    /// True if the client accepts gzip and does not prefer plain bytes.
    package let takesGzip: Bool

    /// Parses the header's value; nil: there is no header.
    package init(_ field: Text?) {
        var gzip: Int?
        var identity: Int?
        var others: Int?
        let field = field.flatMap { $0.byteCount <= Self.maxBytes ? $0 : nil } ?? ""
        for element in field.asciiLowercased.elements(separatedBy: UInt8(ascii: ",")) {
            let parts = element.elements(separatedBy: UInt8(ascii: ";"))
            let weight = Self.weight(parts.dropFirst())
            switch parts[0] {
            case "gzip", "x-gzip": gzip = min(gzip ?? weight, weight)
            case "identity": identity = weight
            case "*": others = weight
            default: break
            }
        }
        let weight = gzip ?? others ?? 0
        takesGzip = weight > 0 && weight >= identity ?? 0
    }

    /// Returns the weight in thousandths (section 12.4.2); 0 if it is malformed.
    private static func weight(_ parameters: ArraySlice<Text>) -> Int {
        guard let parameter = parameters.first else { return 1000 }
        let bytes = Array(parameter.utf8)
        guard parameters.count == 1, (3...7).contains(bytes.count), parameter.begins(with: "q="),
            bytes.count == 3 || bytes[3] == UInt8(ascii: ".")
        else { return 0 }
        var thousandths = 0
        for place in [2, 4, 5, 6] {
            let digit = place < bytes.count ? Int(bytes[place]) - 0x30 : 0
            guard 0...9 ~= digit else { return 0 }
            thousandths = thousandths * 10 + digit
        }
        return thousandths <= 1000 ? thousandths : 0
    }
}
