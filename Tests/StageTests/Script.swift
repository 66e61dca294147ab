import TestSupport
import Texts
import Timeline

@testable import Stage

/// A room and the events that a test applies to it, at times in seconds.
struct Script {
    var room: Room
    private var seq: Int64 = 0

    init(_ change: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration()
        change(&configuration)
        room = Room(configuration: configuration)
    }

    /// Applies a gift. Its ID is `id`, or "e" and its sequence number.
    @discardableResult
    mutating func gift(
        _ sender: Text, _ item: Text, _ count: Int = 1, id: Text? = nil, at seconds: Double
    ) throws(Refusal) -> Outcome {
        try apply(
            .gift(
                Gift(
                    sender: Person(name: sender), item: GiftItem(name: item), count: count)),
            id: id, at: seconds)
    }

    @discardableResult
    mutating func call(
        _ name: Text, userID: Text? = nil, id: Text? = nil, at seconds: Double
    ) throws(Refusal) -> Outcome {
        try apply(.call(Person(id: userID, name: name)), id: id ?? name, at: seconds)
    }

    @discardableResult
    mutating func control(
        _ control: Event.Control, at seconds: Double
    ) throws(Refusal) -> Outcome {
        try apply(.control(control), at: seconds)
    }

    @discardableResult
    mutating func configure(
        at seconds: Double, _ change: (inout Configuration) -> Void
    ) throws(Refusal) -> Outcome {
        var configuration = room.configuration
        change(&configuration)
        return try apply(.configure(configuration), at: seconds)
    }

    @discardableResult
    mutating func apply(
        _ kind: Event.Kind, id: Text? = nil, at seconds: Double
    ) throws(Refusal) -> Outcome {
        seq += 1
        return try room.apply(
            Event(seq: seq, id: id ?? "e\(seq)", kind: kind), at: Instant(seconds))
    }

    // MARK: Queries

    func frame(at seconds: Double) -> Frame {
        frame(at: Instant(seconds))
    }

    func frame(at instant: Instant) -> Frame {
        var future = room
        future.advance(to: instant)
        return future.frame
    }

    func node(_ id: Text, at seconds: Double) -> Node? {
        frame(at: seconds).nodes.first { $0.id == id }
    }

    /// Channel `row`'s node.
    func row(_ row: Int, at seconds: Double) -> Node? {
        node("gifts/\(row)", at: seconds)
    }

    func card(_ id: Text, at seconds: Double) -> Node? {
        node("call/\(id)", at: seconds)
    }

    /// The senders by row. "Ann - Bob" means Ann on row 0, an empty row 1 and Bob on row 2.
    func senders(at seconds: Double) -> String {
        let nodes = frame(at: seconds).nodes
        let rows = nodes.compactMap { node -> (Int, String)? in
            guard let gift = node.gift, let row = Int(node.id.string.dropFirst(6)) else {
                return nil
            }
            return (row, gift.sender.string)
        }
        let last = rows.map(\.0).max() ?? -1
        return (0..<(last + 1)).map { row in rows.first { $0.0 == row }?.1 ?? "-" }
            .joined(separator: " ")
    }

    /// The IDs of the standing calls, in the order of their nodes.
    func standing(at seconds: Double) -> [Text] {
        frame(at: seconds).nodes.filter { $0.call?.leaving == false }
            .map { Text(decoding: $0.id.utf8.dropFirst(5)) }
    }
}

/// A microsecond, in seconds. Tests use it to look at a room just before an instant.
let tick = 0.000001

extension Instant {
    init(_ seconds: Double) {
        self = .zero + Duration(seconds: seconds)
    }
}

extension Node {
    var gift: GiftContent? {
        if case .gift(let content) = content { content } else { nil }
    }

    var call: CallContent? {
        if case .call(let content) = content { content } else { nil }
    }

    /// Position and opacity as they are sent to viewers.
    var left: Double { Double(x.units) / 100 }
    var top: Double { Double(y.units) / 100 }
    var opacity: Double { Double(alpha.units) / 1000 }
}

extension GiftContent {
    var scale: Double { Double(digitScale.units) / 1000 }
}
