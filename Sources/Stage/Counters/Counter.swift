import Texts
import Timeline

/// A counter that is on the stage, which is a label whose number counts to a target.
struct Counter: NamedRow {
    let name: Text
    let row: Int
    private let nodeID: Text
    private var way: Segment
    private var format: CounterFormat

    init(name: Text, row: Int, _ update: CounterUpdate, at instant: Instant) {
        self.name = name
        self.row = row
        nodeID = "counter/\(name)"
        way = Segment(resting: 0)
        format = update.format
        self.update(update, at: instant)
    }

    mutating func update(_ update: CounterUpdate, at instant: Instant) {
        let to = update.adds ? min(max(way.to + update.to, -Self.most), Self.most) : update.to
        way = Segment(
            from: update.from ?? way.value(at: instant), to: to, start: instant,
            duration: update.duration, easing: update.easing)
        if !update.adds { format = update.format }
    }

    /// The limit of added totals: up to here doubles hold hundredths exactly enough.
    private static let most = 1e12

    func isMoving(at instant: Instant) -> Bool { instant < way.end }

    func node(at instant: Instant, _ configuration: CountersConfiguration) -> Node {
        let value = way.value(at: instant)
        return Node(
            id: nodeID, x: configuration.x,
            y: configuration.y + Double(row) * (configuration.height + configuration.gap),
            // The page measures the text.
            width: 0, height: configuration.height, alpha: 1,
            content: .counter(CounterContent(text: format.text(value), value: Hundredths(value))))
    }

    func description(at instant: Instant) -> CounterSummary {
        let value = way.value(at: instant)
        return CounterSummary(
            name: name, text: format.text(value), value: Hundredths(value))
    }
}

extension Counter: Weighed {
    var byteEstimate: Int {
        150 + name.byteCount + format.prefix.byteCount + format.suffix.byteCount
    }
}

extension Counter: Restorable {
    func save(to state: inout StateWriter) {
        state.put("name", name)
        state.put("row", row)
        state.put("way", way, unless: Segment(resting: 0))
        state.put("style", format.style, unless: .integer)
        state.put("prefix", format.prefix, unless: "")
        state.put("suffix", format.suffix, unless: "")
        state.put("grouping", format.grouping)
    }

    init?(_ state: StateReader) {
        guard let name = state.text("name") else { return nil }
        self.name = name
        row = state.whole("row", or: 0)
        nodeID = "counter/\(name)"
        way = state.segment("way", in: -1e15...1e15) ?? Segment(resting: 0)
        format = CounterFormat()
        format.style = state.word("style") ?? .integer
        format.prefix = state.text("prefix") ?? ""
        format.suffix = state.text("suffix") ?? ""
        format.grouping = state.flag("grouping")
    }
}
