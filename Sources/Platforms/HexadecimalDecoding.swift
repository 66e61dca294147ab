import Texts

/// Decodes hexadecimal digits, in either case, to bytes; nil for other characters or an odd number.
func hexadecimal(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
            return nil
        }
        bytes.append(high << 4 | low)
    }
    return bytes

    func value(_ digit: UInt8) -> UInt8? {
        switch digit.asciiLowercased {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit.asciiLowercased - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
