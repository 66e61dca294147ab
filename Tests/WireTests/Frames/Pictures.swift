import Foundation
import Testing
import Texts

/// A viewer's copy of the stage, built from JSON frames with Foundation's parser.
struct JSONPicture {
    private(set) var nodes: [String: [String: NSObject]] = [:]
    /// The IDs of the nodes, in drawing order.
    private(set) var order: [String] = []

    /// Applies a frame as docs/api.md describes: removes nodes, and draws new ones on top of their
    /// kind, or gifts by channel.
    mutating func apply(_ bytes: [UInt8]) throws {
        let object = try JSONSerialization.jsonObject(with: Data(bytes))
        let frame = try #require(object as? [String: Any])
        let isFull = frame["full"] as? Bool == true
        if isFull { (nodes, order) = ([:], []) }
        for id in frame["removed"] as? [String] ?? [] {
            try #require(nodes.removeValue(forKey: id) != nil, "\(id) was not there")
            order.removeAll { $0 == id }
        }
        for change in try #require(frame["nodes"] as? [[String: NSObject]]) {
            let id = try #require(change["id"] as? String)
            if nodes[id] == nil {
                let level = try Self.level(change)
                let place = try order.firstIndex { try Self.level(nodes[$0] ?? [:]) > level }
                order.insert(id, at: isFull ? order.count : place ?? order.count)
            }
            var node = nodes[id] ?? [:]
            for (key, value) in change { node[key] = value is NSNull ? nil : value }
            nodes[id] = node
        }
    }
}

extension JSONPicture {
    private static let kinds = [
        "effect", "ticker", "gift", "leader", "counter", "goal", "caption", "call",
        "alert",
    ]

    /// The drawing level of a node, which for gifts includes the channel.
    private static func level(_ node: [String: NSObject]) throws -> Int {
        let name = try #require(node["kind"] as? String)
        let kind = try #require(kinds.firstIndex(of: name))
        let channel = (node["id"] as? String)?.split(separator: "/").last.flatMap { Int($0) }
        return kind * 1000 + (name == "gift" ? channel ?? 0 : 0)
    }
}

/// A viewer's copy of the stage, built from binary frames. The reader follows docs/binary.md and
/// shares no code with the writer.
struct BinaryPicture {
    private(set) var nodes: [[String: NSObject]] = []
    private(set) var seq = 0
    private(set) var time = 0
    private var rest: ArraySlice<UInt8> = []
    private var names: [String] = []

    static let place = ["x:h", "y:h", "width:h", "height:h", "alpha:t"]
    static let kinds: [(name: String, fields: [String])] = [
        (
            "ticker",
            place + "sender:n avatar:n gift:n image:n count:i digitScale:t flourish:F".words
        ),
        (
            "gift",
            place + "combo:s sender:n avatar:n gift:n image:n count:i digitScale:t flourish:F".words
        ),
        ("counter", place + "text:s value:h added:D addedBy:n addedAt:I ended:f endedAt:I".words),
        (
            "caption",
            place
                + "text:s effect:n align:n glyphs:S glyphAlpha:T glyphRise:T".words
                + "level:o amplitude:o phase:o".words
        ),
        ("call", place + "name:n avatar:n leaving:f born:I".words),
        (
            "goal",
            place
                + "title:s value:h target:h level:t reached:f".words
                + "amplitude:o phase:o currency:n reachedAt:I".words
        ),
        (
            "effect",
            place + "src:n start:i duration:d film:n sender:n avatar:n gift:n seed:I".words
        ),
        (
            "alert",
            place
                + "title:s message:n name:n avatar:n image:n amount:n tier:I seed:I start:I".words
                + "left:I duration:d".words
        ),
        (
            "leader",
            place + "place:I name:n avatar:n value:H born:I rose:I seed:I text:n".words
        ),
    ]

    mutating func apply(_ bytes: [UInt8]) throws {
        rest = bytes[...]
        names = []
        switch try byte() {
        case 0x10:
            seq = try natural()
            time = try natural()
            nodes = []
            var whole: [[String: NSObject]] = []
            let count = try natural()
            for _ in 0..<count { whole.append(try newNode()) }
            nodes = whole
        case 0x11:
            try #require(try natural() == seq, "a delta from another frame")
            seq += try natural()
            time += try natural()
            try change()
        case let head:
            Issue.record("head \(head)")
        }
        #expect(rest.isEmpty)
    }

    private mutating func change() throws {
        for node in nodes {
            for field in try Self.fields(of: node) where field.hasSuffix(":n") {
                if let name = node[String(field.dropLast(2))] { names.append("\(name)") }
            }
        }
        let removed = try places { _, _ in }
        _ = try places { picture, place in
            var node = picture.nodes[place]
            try picture.readFields(of: &node)
            picture.nodes[place] = node
        }
        for place in removed.reversed() { nodes.remove(at: place) }
        _ = try places { picture, place in
            let node = try picture.newNode()
            picture.nodes.insert(node, at: place)
        }
    }

    private mutating func places(
        _ body: (inout BinaryPicture, Int) throws -> Void
    ) throws -> [Int] {
        var places: [Int] = []
        while case let step = try natural(), step > 0 {
            places.append((places.last ?? -1) + step)
            try body(&self, places.last!)
        }
        return places
    }

    private static func fields(of node: [String: NSObject]) throws -> [String] {
        let kind = try #require(node["kind"] as? String)
        return try #require(kinds.first { $0.name == kind }).fields
    }

    private mutating func newNode() throws -> [String: NSObject] {
        let kind = Self.kinds[Int(try byte())].name
        var node: [String: NSObject] = ["kind": kind as NSString, "id": try text() as NSString]
        try readFields(of: &node)
        return node
    }

    private mutating func readFields(of node: inout [String: NSObject]) throws {
        let mask = Int(try byte()) + Int(try byte()) * 256
        for (index, field) in try Self.fields(of: node).enumerated() where mask >> index & 1 == 1 {
            node[String(field.dropLast(2))] = try value(field.last!)
        }
    }

    private mutating func value(_ form: Character) throws -> NSObject? {
        switch form {
        case "h": return number(try natural(), "2")
        case "t": return number(try natural(), "3")
        case "i": return number(try natural(), "0")
        case "d":
            _ = try natural()
            return NSNumber(value: Double(try natural()) / 1e6)
        case "D":
            if try natural() == 0 { return nil }
            return NSNumber(value: Double(try natural()) / 1e6)
        case "o":
            let folded = try natural()
            return folded == 0 ? nil : number(folded - 1, "3")
        case "s": return try text() as NSString
        case "n":
            let place = try natural()
            if place == 0 { return nil }
            if place == 1 { names.append(try text()) }
            return (place == 1 ? names.last! : names[place - 2]) as NSString
        case "f": return try byte() == 1 ? NSNumber(value: true) : nil
        case "I": return try natural() == 0 ? nil : number(try natural(), "0")
        case "H": return try natural() == 0 ? nil : number(try natural(), "2")
        case "F": return try natural() == 0 ? nil : try flourish()
        case "S":
            let count = try natural()
            return try (0..<count).map { _ in try text() } as NSArray
        default:
            let count = try natural()
            guard count > 0 else { return nil }
            return try (1..<count).map { _ in
                let folded = try natural()
                return number(folded, "3")
            } as NSArray
        }
    }

    private mutating func flourish() throws -> NSDictionary {
        let (tier, seed, born) = (Int(try byte()), try natural(), try natural())
        var flourish = ["tier": tier, "seed": seed, "born": born]
        let parts = try byte()
        for (bit, key) in ["popped", "rose", "left"].enumerated() where parts >> bit & 1 == 1 {
            flourish[key] = born + number(try natural(), "0").intValue
        }
        if parts & 8 != 0 { flourish["roll"] = try natural() }
        return flourish as NSDictionary
    }

    /// Goes through text, which gives the nearest double at any size.
    private func number(_ folded: Int, _ decimals: String) -> NSNumber {
        let units = folded % 2 == 0 ? folded / 2 : -(folded / 2) - 1
        return NSNumber(value: Double("\(units)e-\(decimals)")!)
    }

    private mutating func text() throws -> String {
        let count = try natural()
        defer { rest = rest.dropFirst(count) }
        return try #require(String(validating: rest.prefix(count), as: UTF8.self))
    }

    private mutating func byte() throws -> UInt8 {
        let first = rest.popFirst()
        return try #require(first)
    }

    private mutating func natural() throws -> Int {
        var value = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            let byte = try byte()
            value |= Int(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw CancellationError()
    }
}

extension String {
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
