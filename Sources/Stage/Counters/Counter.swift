import Texts
import Timeline

/// A counter that is on the stage: a label whose number counts to a target, or the time of a clock.
struct Counter: NamedRow {
    let name: Text
    let row: Int
    private let nodeID: Text
    private var content: Content
    private var format: CounterFormat

    private enum Content: Hashable {
        case number(Segment)
        case clock(Clock)
    }

    init(name: Text, row: Int, _ update: CounterUpdate, at instant: Instant) {
        self.init(name: name, row: row, .number(Segment(resting: 0)), update.format)
        self.update(update, at: instant)
    }

    init(name: Text, row: Int, _ clock: Clock, _ format: CounterFormat) {
        self.init(name: name, row: row, .clock(clock), format)
    }

    private init(name: Text, row: Int, _ content: Content, _ format: CounterFormat) {
        self.name = name
        self.row = row
        nodeID = "counter/\(name)"
        self.content = content
        self.format = format
    }

    /// Counts to a number, from the shown value unless the update has another. A clock becomes a plain counter.
    mutating func update(_ update: CounterUpdate, at instant: Instant) {
        let before: Segment
        switch content {
        case .number(let way): before = way
        case .clock(let clock): before = Segment(resting: Double(clock.left(at: instant)) / 1e6)
        }
        let to = update.adds ? min(max(before.to + update.to, -Self.most), Self.most) : update.to
        if !update.adds || clock != nil { format = update.format }
        content = .number(
            Segment(
                from: update.from ?? before.value(at: instant), to: to, start: instant,
                duration: update.duration, easing: update.easing))
    }

    /// The limit of added totals: up to here doubles hold hundredths exactly enough.
    private static let most = 1e12

    func isMoving(at instant: Instant) -> Bool {
        switch content {
        case .number(let way): instant < way.end
        case .clock(let clock): format.style == .decimal && clock.runs(at: instant)
        }
    }

    func node(at instant: Instant, _ configuration: CountersConfiguration) -> Node {
        Node(
            id: nodeID, x: configuration.x,
            y: configuration.y + Double(row) * (configuration.height + configuration.gap),
            // The page measures the text.
            width: 0, height: configuration.height, alpha: 1,
            content: .counter(shown(at: instant)))
    }

    private func shown(at instant: Instant) -> CounterContent {
        switch content {
        case .number(let way):
            let value = way.value(at: instant)
            return CounterContent(text: format.text(value), value: Hundredths(value))
        case .clock(let clock):
            let (text, value) = format.clock(clock.left(at: instant))
            return CounterContent(
                text: text, value: value, ended: clock.hasEnded, endedAt: clock.endedAt,
                added: clock.addition?.seconds, addedBy: clock.addition?.sender,
                addedAt: clock.addition?.instant)
        }
    }

    func description(at instant: Instant) -> CounterSummary {
        let shown = shown(at: instant)
        return CounterSummary(
            name: name, text: shown.text, value: shown.value,
            clock: clock.map { clock in
                ClockSummary(
                    left: Duration(microseconds: clock.left(at: instant)),
                    isRunning: clock.isRunning, max: clock.max,
                    hasEnded: clock.hasEnded)
            })
    }

    // MARK: Clocks

    /// The counter's clock; nil if it is a plain counter.
    var clock: Clock? {
        get { if case .clock(let clock) = content { clock } else { nil } }
        set { if let newValue { content = .clock(newValue) } }
    }

    /// Makes the counter a clock.
    mutating func set(_ clock: Clock, _ format: CounterFormat) {
        content = .clock(clock)
        self.format = format
    }

    /// Changes the clock, if the counter is one.
    mutating func change(_ change: ClockChange, at instant: Instant) {
        if let added = change.added {
            clock?.add(microseconds: Int128(added.microseconds), of: nil, at: instant)
        }
        if let isRunning = change.isRunning { clock?.run(isRunning, at: instant) }
        clock?.noteWall(change.wallMicroseconds, at: instant)
        if let style = change.style { format.style = style }
        if let prefix = change.prefix { format.prefix = prefix }
        if let suffix = change.suffix { format.suffix = suffix }
        if let grouping = change.grouping { format.grouping = grouping }
    }

    /// The next instant after `now` at which the text of a clock changes by a second; nil if it does not, or if the
    /// counter is moving.
    func nextSecond(after now: Instant) -> Instant? {
        format.style == .decimal ? nil : clock?.nextSecond(after: now)
    }
}

extension Counter: Weighed {
    var byteEstimate: Int {
        let clockBytes = clock.map { 150 + ($0.addition?.sender).byteEstimate } ?? 0
        return 150 + name.byteCount + format.prefix.byteCount + format.suffix.byteCount + clockBytes
    }
}

extension Counter: Restorable {
    func save(to state: inout StateWriter) {
        state.put("name", name)
        state.put("row", row)
        switch content {
        case .number(let way): state.put("way", way, unless: Segment(resting: 0))
        case .clock(let clock): state.put("clock", clock)
        }
        state.put("style", format.style, unless: .integer)
        state.put("prefix", format.prefix, unless: "")
        state.put("suffix", format.suffix, unless: "")
        state.put("grouping", format.grouping)
    }

    init?(_ state: StateReader) {
        guard let name = state.text("name") else { return nil }
        let clock: Clock? = state.part("clock")
        let way = state.segment("way", in: -1e15...1e15) ?? Segment(resting: 0)
        self.init(
            name: name, row: state.whole("row", or: 0), clock.map(Content.clock) ?? .number(way),
            CounterFormat(style: state.word("style") ?? .integer))
        if clock == nil, format.style.isTime { format.style = .integer }
        format.prefix = state.text("prefix") ?? ""
        format.suffix = state.text("suffix") ?? ""
        format.grouping = state.flag("grouping")
    }
}
