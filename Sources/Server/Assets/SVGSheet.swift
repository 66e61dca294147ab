import Texts

/// The rules of an SVG's style sheets, as far as they say what is drawn of which elements.
struct SVGSheet {
    /// Which elements a rule is for: by the last part of its selector, or all if that says more than a
    /// name, a class or an id.
    enum Target {
        case all
        case name(Text)
        case `class`(Text)
        case id(Text)
    }

    struct Rule {
        let targets: [Target]
        let style: Text
    }

    let rules: [Rule]

    init(_ sheet: Text) {
        var rules: [Rule] = []
        // What the blocks are for that have begun, the outermost first.
        var open: [[Target]] = []
        var piece: [UInt8] = []
        for byte in Self.withoutComments(Array(sheet.utf8)) {
            switch byte {
            case UInt8(ascii: "{"):
                let targets = Self.targets(of: piece)
                // A rule within a rule is for something in what that is for: nobody looks closer.
                let isWithin = open.contains { !$0.isEmpty }
                if isWithin { rules.append(Rule(targets: [.all], style: Text(decoding: piece))) }
                open.append(isWithin ? [.all] : targets)
                piece = []
            case UInt8(ascii: "}"):
                if let targets = open.popLast(), !targets.isEmpty {
                    rules.append(Rule(targets: targets, style: Text(decoding: piece)))
                }
                piece = []
            default: piece.append(byte)
            }
        }
        // The last ones may lack their ends.
        if open.contains(where: { !$0.isEmpty }) {
            rules.append(Rule(targets: [.all], style: Text(decoding: piece)))
        }
        self.rules = rules
    }

    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var kept: [UInt8] = []
        while let byte = rest.first {
            if rest.starts(with: "/*".utf8) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else {
                kept.append(byte)
                rest = rest.dropFirst()
            }
        }
        return kept
    }

    /// None: it is no selector, but a rule that has others in it, such as `@media`.
    private static func targets(of selectors: [UInt8]) -> [Target] {
        let text = selectors.drop { $0 <= 0x20 }
        // What stands before it, such as `@import …;`, has been refused or says nothing.
        let own = text.split(separator: UInt8(ascii: ";")).last ?? []
        if own.drop(while: { $0 <= 0x20 }).first == UInt8(ascii: "@") { return [] }
        return own.split(separator: UInt8(ascii: ",")).map(target)
    }

    private static func target(of selector: ArraySlice<UInt8>) -> Target {
        let isBetween = { (byte: UInt8) in byte <= 0x20 || ">+~".utf8.contains(byte) }
        guard let last = selector.split(whereSeparator: isBetween).last,
            !last.contains(where: { ":[]()*|&\"'".utf8.contains($0) })
        else { return .all }
        let marks = [UInt8(ascii: "."), UInt8(ascii: "#")]
        guard let mark = last.lastIndex(where: marks.contains) else {
            return .name(Text(decoding: last).asciiLowercased)
        }
        let word = Text(decoding: last[(mark + 1)...])
        return last[mark] == marks[0] ? .class(word) : .id(word)
    }
}
