import Texts

/// The elements of an SVG, one after the other: as much of XML as pictures have, and no more.
struct SVGScanner {
    struct Element {
        /// In small letters, without a prefix.
        let name: Text
        /// Names in small letters, with their prefix; values with their references resolved.
        let attributes: [(name: Text, value: Text)]
        let isEmpty: Bool

        func value(_ name: Text) -> Text? { attributes.first { $0.name == name }?.value }
    }

    enum Part {
        case begins(Element)
        case ends(Text)
        case text(ArraySlice<UInt8>)
    }

    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// The next part; nil at the end.
    mutating func next() throws(AssetFault) -> Part? {
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                let start = at
                at = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                return .text(bytes[start..<at])
            }
            if begins("<!--") {
                try skip(past: "-->")
            } else if begins("<![CDATA[") {
                let start = at + 9
                try skip(past: "]]>")
                return .text(bytes[start..<at - 3])
            } else if begins("<?xml ") {
                try skip(past: "?>")
            } else if begins("<!DOCTYPE") {
                let start = at
                try skip(past: ">")
                if bytes[start..<at].contains(UInt8(ascii: "[")) {
                    throw AssetFault(detail: "the SVG defines entities")
                }
            } else if begins("<!") || begins("<?") {
                throw AssetFault(detail: "the SVG has a declaration or an instruction")
            } else if begins("</") {
                at += 2
                let name = Self.local(word())
                try skip(past: ">")
                return .ends(name)
            } else {
                at += 1
                return .begins(try element())
            }
        }
        return nil
    }

    private func begins(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[at...].starts(with: $0) }
    }

    private mutating func skip(past end: StaticString) throws(AssetFault) {
        let wanted = end.withUTF8Buffer { Array($0) }
        while at + wanted.count <= bytes.count {
            at += 1
            if bytes[(at - 1)...].starts(with: wanted) {
                at += wanted.count - 1
                return
            }
        }
        throw .cutShort("SVG")
    }

    private mutating func element() throws(AssetFault) -> Element {
        let name = Self.local(word())
        guard !name.isEmpty else { throw .cutShort("SVG") }
        var attributes: [(name: Text, value: Text)] = []
        while true {
            skipSpace()
            guard at < bytes.count else { throw .cutShort("SVG") }
            if begins("/>") {
                at += 2
                return Element(name: name, attributes: attributes, isEmpty: true)
            }
            if bytes[at] == UInt8(ascii: ">") {
                at += 1
                return Element(name: name, attributes: attributes, isEmpty: false)
            }
            attributes.append(try attribute())
        }
    }

    private mutating func attribute() throws(AssetFault) -> (name: Text, value: Text) {
        let name = word().asciiLowercased
        skipSpace()
        guard !name.isEmpty, at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
            throw .cutShort("SVG")
        }
        at += 1
        skipSpace()
        guard at < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[at]),
            let end = bytes[(at + 1)...].firstIndex(of: bytes[at])
        else { throw .cutShort("SVG") }
        let value = try Self.resolved(bytes[at + 1..<end])
        at = end + 1
        return (name, Text(decoding: value))
    }

    private mutating func word() -> Text {
        let start = at
        let ends: [UInt8] = Array(" \t\r\n=/><\"'".utf8)
        while at < bytes.count, !ends.contains(bytes[at]) { at += 1 }
        return Text(decoding: bytes[start..<at])
    }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private static func local(_ name: Text) -> Text {
        (name.elements(separatedBy: UInt8(ascii: ":")).last ?? name).asciiLowercased
    }

    private static let entities: [Text: UInt8] = [
        "lt": 0x3C, "gt": 0x3E, "amp": 0x26, "quot": 0x22, "apos": 0x27,
    ]

    /// With references such as `&amp;` and `&#106;` put in their places.
    static func resolved(_ bytes: ArraySlice<UInt8>) throws(AssetFault) -> [UInt8] {
        var result: [UInt8] = []
        var at = bytes.startIndex
        while at < bytes.endIndex {
            guard bytes[at] == UInt8(ascii: "&") else {
                result.append(bytes[at])
                at += 1
                continue
            }
            guard let end = bytes[at...].firstIndex(of: UInt8(ascii: ";")) else {
                throw .cutShort("SVG")
            }
            let name = Text(decoding: bytes[at + 1..<end])
            if let byte = entities[name] {
                result.append(byte)
            } else if let scalar = scalar(name) {
                result += Array(String(Character(scalar)).utf8)
            } else {
                throw AssetFault(detail: "the SVG has an entity of its own")
            }
            at = end + 1
        }
        return result
    }

    private static func scalar(_ name: Text) -> Unicode.Scalar? {
        let isHex = name.asciiLowercased.begins(with: "#x")
        guard name.begins(with: "#") else { return nil }
        let digits = String(decoding: name.utf8.dropFirst(isHex ? 2 : 1), as: UTF8.self)
        return UInt32(digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
    }
}
