import Stage
import Texts
import Timeline

/// Numbers drawn by lot: SplitMix64, the same for the same seed.
struct Lot {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[whole(0...elements.count - 1)]
    }

    mutating func once(in times: Int) -> Bool { whole(1...times) == 1 }
}

/// A room to which events of every kind and form happen, drawn by lot.
struct Evening {
    private(set) var room: Room
    private var lot: Lot
    private var seq: Int64 = 0

    init(seed: UInt64) {
        lot = Lot(seed: seed)
        var configuration = Configuration()
        configuration.gifts.channels = lot.whole(1...3)
        configuration.gifts.queueLimit = lot.whole(2...40)
        configuration.gifts.turn = Duration(seconds: Double(lot.whole(0...6)))
        configuration.ticker.enabled = lot.once(in: 2)
        configuration.ticker.queueLimit = 20
        configuration.calls.max = lot.whole(1...4)
        configuration.captions.max = 3
        room = Room(configuration: configuration)
    }

    /// Lets some time go by, and the next event happen.
    mutating func goOn() {
        let longest = lot.pick([0, 10_000, 300_000, 1_500_000, 6_000_000])
        let step = Duration(microseconds: Int64(lot.whole(0...longest)))
        seq += 1
        let event = Event(seq: seq, id: "e\(seq)", kind: kind())
        _ = try? room.apply(event, at: room.now + step)
        // Whoever owns a room takes them sooner or later.
        if lot.once(in: 2) { _ = room.takeMilestones() }
    }

    private mutating func kind() -> Event.Kind {
        switch lot.whole(0...20) {
        case 0...8: .gift(gift())
        case 9...11: .call(person())
        case 12: .dismiss(call: "e\(lot.whole(1...Int(seq)))")
        case 13: .counter(name: lot.pick(["a", "b", "z"]), counter())
        case 14: lot.once(in: 3) ? .deleteCounter(name: "b") : .deleteCaption(slot: "main")
        case 15, 16: .caption(caption())
        case 17: .control(lot.pick([.hold, .resume, .resume, .skip, .clear]))
        case 18: .configure(configuration())
        case 19:
            lot.once(in: 5) ? .deleteGoal(name: "b") : .goal(name: lot.pick(["a", "b"]), goal())
        default: .tap(call: "e\(seq)")
        }
    }

    private mutating func person() -> Person {
        Person(
            id: lot.once(in: 3) ? "\(lot.whole(1...3))" : nil,
            name: lot.pick(["Ann", "小明", "\"Zoë\" \\", "K", "\u{212A}"]),
            avatar: lot.once(in: 3) ? "https://example.org/a.png" : nil)
    }

    private mutating func gift() -> Gift {
        let present = Present(
            id: lot.once(in: 4) ? "r" : nil, name: lot.pick(["Rose", "Rakéta"]),
            image: lot.once(in: 4) ? "/x.png" : nil, value: lot.once(in: 4) ? 2.5 : nil)
        let count = lot.once(in: 6) ? lot.whole(1...300) : lot.whole(1...4)
        return Gift(sender: person(), present: present, count: count, streak: part())
    }

    private mutating func part() -> StreakPart? {
        guard lot.once(in: 4) else { return nil }
        return StreakPart(
            id: "tiktok:\(lot.whole(1...5))", isEnd: lot.once(in: 4), recurs: lot.once(in: 2),
            wallMicroseconds: 1_795_255_200_000_000 + Int64(lot.whole(0...9_000_000)))
    }

    private mutating func counter() -> CounterUpdate {
        var update = CounterUpdate(to: Double(lot.whole(-100_000...100_000)) / 7)
        if lot.once(in: 2) { update.from = 0.1 }
        update.duration = Duration(seconds: Double(lot.whole(0...3)))
        update.easing = lot.pick([.linear, .easeIn, .easeOut])
        update.format.style = lot.pick([.integer, .decimal])
        update.format.prefix = lot.pick(["", "Σ "])
        update.format.suffix = lot.pick(["", " 🎉"])
        update.format.grouping = lot.once(in: 2)
        return update
    }

    private mutating func goal() -> GoalUpdate {
        var update = GoalUpdate(title: "Σ \"x\"", target: lot.pick([0.5, 20, 1e12]))
        update.measure = lot.pick([.count, .value])
        if lot.once(in: 2) { update.gift = lot.pick(["r", "Rose"]) }
        if lot.once(in: 3) { update.start = Int64(lot.whole(0...1_000_000_000_000)) }
        return update
    }

    private mutating func caption() -> Caption {
        var caption = Caption(text: lot.pick(["Hello", "á̧ 👨‍👩‍👧‍👦 한글 🇩🇪"]))
        caption.slot = lot.pick(["main", "s1", "s2"])
        caption.effect = lot.pick(Caption.Effect.allCases)
        caption.duration = Duration(seconds: Double(lot.whole(0...2)))
        caption.hold = lot.once(in: 3) ? nil : Duration(seconds: Double(lot.whole(0...2)))
        caption.exit = Duration(seconds: Double(lot.whole(0...1)))
        return caption
    }

    private mutating func configuration() -> Configuration {
        var configuration = room.configuration
        configuration.gifts.channels = lot.whole(1...3)
        configuration.gifts.pop = Duration(seconds: Double(lot.whole(0...2)) / 4)
        configuration.ticker.enabled = lot.once(in: 2)
        configuration.calls.max = lot.whole(1...4)
        configuration.calls.pitch = Double(lot.whole(40...80))
        configuration.captions.enabled = !lot.once(in: 4)
        return configuration
    }
}

extension Room {
    var frame: Frame {
        var copy = self
        var frame = Frame()
        copy.sample(into: &frame)
        return frame
    }
}
