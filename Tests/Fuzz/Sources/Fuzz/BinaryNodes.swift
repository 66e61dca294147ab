import Texts
import Wire

/// A picture built from binary frames, with a reader that follows docs/binary.md.
struct BinaryNodes {
    private var order: [[Text: JSON]] = []
    private var seq: UInt64 = 0
    private var rest: ArraySlice<UInt8> = []
    private var names: [JSON] = []

    /// The nodes by the bytes of their IDs.
    var nodes: [[UInt8]: [Text: JSON]] {
        Dictionary(uniqueKeysWithValues: order.map { (id(of: $0), $0) })
    }

    private func id(of node: [Text: JSON]) -> [UInt8] {
        guard case .string(let id)? = node["id"] else { fatalError("a node without an id") }
        return Array(id.utf8)
    }

    private static let place = ["x:h", "y:h", "width:h", "height:h", "alpha:t"]
    private static let row = [
        "sender:n", "avatar:n", "gift:n", "image:n", "count:i", "digitScale:t", "flourish:F",
    ]
    private static let kinds: [(name: Text, fields: [String])] = [
        ("ticker", place + row),
        ("gift", place + ["combo:s"] + row),
        (
            "counter",
            place + ["text:s", "value:h", "added:D", "addedBy:n", "addedAt:I", "ended:f"]
                + ["endedAt:I"]
        ),
        (
            "caption",
            place + ["text:s", "effect:n", "align:n", "glyphs:S", "glyphAlpha:T", "glyphRise:T"]
                + ["level:o", "amplitude:o", "phase:o"]
        ),
        ("call", place + ["name:n", "avatar:n", "leaving:f", "born:I"]),
        (
            "goal",
            place + ["title:s", "value:h", "target:h", "level:t", "reached:f"]
                + ["amplitude:o", "phase:o", "currency:n", "reachedAt:I"]
        ),
        (
            "effect",
            place + [
                "src:n", "start:i", "duration:d", "film:n", "sender:n", "avatar:n", "gift:n",
                "seed:I",
            ]
        ),
        (
            "alert",
            place + ["title:s", "message:n", "name:n", "avatar:n", "image:n", "amount:n"]
                + ["tier:I", "seed:I", "start:I", "left:I", "duration:d"]
        ),
        (
            "leader",
            place + ["place:I", "name:n", "avatar:n", "value:H", "born:I", "rose:I", "seed:I"]
                + ["text:n"]
        ),
    ]

    mutating func take(_ bytes: [UInt8]) {
        rest = bytes[...]
        names = []
        let head = byte()
        if head == 0x10 {
            seq = natural()
            _ = natural()
            order = []
            var whole: [[Text: JSON]] = []
            for _ in 0..<natural() { whole.append(newNode()) }
            order = whole
        } else {
            precondition(head == 0x11, "an unknown head")
            precondition(natural() == seq, "a change of another frame")
            seq += natural()
            _ = natural()
            change()
        }
        precondition(rest.isEmpty, "more than a frame")
    }

    private mutating func change() {
        for node in order {
            for field in fields(of: node) where field.hasSuffix(":n") {
                if let name = node[Text(String(field.dropLast(2)))] { names.append(name) }
            }
        }
        var removed: [Int] = []
        forEachPlace { _, place in removed.append(place) }
        forEachPlace { picture, place in
            var node = picture.order[place]
            picture.readFields(of: &node)
            picture.order[place] = node
        }
        for place in removed.reversed() { order.remove(at: place) }
        forEachPlace { picture, place in
            let node = picture.newNode()
            picture.order.insert(node, at: place)
        }
    }

    private mutating func forEachPlace(_ body: (inout Self, Int) -> Void) {
        var place = -1
        while case let step = natural(), step > 0 {
            place += Int(step)
            body(&self, place)
        }
    }

    private mutating func newNode() -> [Text: JSON] {
        let kind = Self.kinds[Int(byte())].name
        var node: [Text: JSON] = ["kind": .string(kind), "id": text()]
        readFields(of: &node)
        return node
    }

    private func fields(of node: [Text: JSON]) -> [String] {
        Self.kinds.first { .string($0.name) == node["kind"] }!.fields
    }

    private mutating func readFields(of node: inout [Text: JSON]) {
        let mask = Int(byte()) | Int(byte()) << 8
        for (index, field) in fields(of: node).enumerated() where mask >> index & 1 == 1 {
            node[Text(String(field.dropLast(2)))] = value(field.last!)
        }
    }

    private mutating func value(_ form: Character) -> JSON? {
        switch form {
        case "h": return fixed(natural(), "e-2")
        case "t": return fixed(natural(), "e-3")
        case "i": return fixed(natural(), "")
        case "d":
            _ = natural()
            return fixed(2 * natural(), "e-6")
        case "D": return natural() == 0 ? nil : fixed(2 * natural(), "e-6")
        case "o":
            let folded = natural()
            return folded == 0 ? nil : fixed(folded - 1, "e-3")
        case "s": return text()
        case "n":
            let place = natural()
            if place == 1 { names.append(text()) }
            return place == 0 ? nil : place == 1 ? names.last! : names[Int(place) - 2]
        case "f": return byte() == 1 ? .bool(true) : nil
        case "I": return natural() == 0 ? nil : fixed(natural(), "")
        case "H": return natural() == 0 ? nil : fixed(natural(), "e-2")
        case "F": return natural() == 0 ? nil : flourish()
        case "S": return .array((0..<natural()).map { _ in text() })
        default:
            let count = natural()
            return count == 0 ? nil : .array((1..<count).map { _ in fixed(natural(), "e-3") })
        }
    }

    private mutating func flourish() -> JSON {
        let (tier, seed, born) = (UInt64(byte()), natural(), natural())
        var members: [JSON.Member] = [
            .init("tier", fixed(2 * tier, "")), .init("seed", fixed(2 * seed, "")),
            .init("born", fixed(2 * born, "")),
        ]
        let parts = byte()
        for (bit, key) in (["popped", "rose", "left"] as [Text]).enumerated()
        where parts >> UInt8(bit) & 1 == 1 {
            let folded = natural()
            let later = folded % 2 == 0 ? Int64(folded / 2) : -Int64(folded / 2) - 1
            members.append(.init(key, .number(Double(Int64(born) + later))))
        }
        if parts & 8 != 0 { members.append(.init("roll", fixed(2 * natural(), ""))) }
        return .object(members)
    }

    /// Converts through a text, which gives the nearest double at any size.
    private func fixed(_ folded: UInt64, _ exponent: String) -> JSON {
        let units = folded % 2 == 0 ? Int64(folded / 2) : -Int64(folded / 2) - 1
        return .number(Double("\(units)\(exponent)")!)
    }

    private mutating func text() -> JSON {
        let count = Int(natural())
        defer { rest = rest.dropFirst(count) }
        return .string(Text(validating: rest.prefix(count))!)
    }

    private mutating func byte() -> UInt8 { rest.popFirst()! }

    private mutating func natural() -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            let byte = byte()
            value |= UInt64(byte & 127) << UInt64(shift)
            if byte < 128 { return value }
        }
        fatalError("a natural without an end")
    }
}
