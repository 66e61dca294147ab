package import Texts

/// The bytes of a file that a request's `Range` header selects (RFC 9110 §14). Several ranges select the
/// whole file.
package enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// The range is outside of the file.
    case none

    package init(_ header: Text?, of count: Int) {
        self = .whole
        guard let header, header.begins(with: "bytes=") else { return }
        let sides = Text(decoding: header.utf8.dropFirst(6)).elements(
            separatedBy: UInt8(ascii: "-"))
        guard sides.count == 2, sides.allSatisfy({ $0.byteCount <= 15 }) else { return }
        let isNumber = { (text: Text) in text.consists { 0x30...0x39 ~= $0 } }
        guard sides.allSatisfy(isNumber) else { return }
        let (first, last) = (Int(sides[0].string), Int(sides[1].string))
        switch (first, last) {
        case (let first?, let last):
            if let last, last < first { return }
            self = first < count ? .part(first..<min(last.map { $0 + 1 } ?? count, count)) : .none
        case (nil, let length?):
            self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .none
        case (nil, nil): return
        }
    }
}
