import Stage
import TestSupport
import Texts
import Timeline

/// A room that applies random events of every kind.
struct Evening {
    private(set) var room: Room
    private var random: SeededGenerator
    private var seq: Int64 = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var configuration = Configuration()
        configuration.gifts.channels = random.int(in: 1...3)
        configuration.gifts.queueLimit = random.int(in: 2...40)
        configuration.gifts.turn = Duration(seconds: Double(random.int(in: 0...6)))
        configuration.ticker.enabled = random.chance(oneIn: 2)
        configuration.ticker.queueLimit = 20
        configuration.calls.max = random.int(in: 1...4)
        configuration.captions.max = 3
        configuration.leaders.enabled = random.chance(oneIn: 2)
        configuration.leaders.rows = random.int(in: 1...4)
        configuration.leaders.by = random.element(of: [.value, .count])
        room = Room(configuration: configuration)
    }

    /// Advances the room by a random time and applies a random event.
    mutating func applyNextEvent() {
        let longest = random.element(of: [0, 10_000, 300_000, 1_500_000, 6_000_000])
        let step = Duration(microseconds: Int64(random.int(in: 0...longest)))
        seq += 1
        let event = Event(seq: seq, id: "e\(seq)", kind: kind())
        _ = try? room.apply(event, at: room.now + step)
        // The server takes milestones from time to time.
        if random.chance(oneIn: 2) { _ = room.takeMilestones() }
    }

    private mutating func kind() -> Event.Kind {
        switch random.int(in: 0...20) {
        case 0...8: .gift(gift())
        case 9...11: .call(person())
        case 12: .dismiss(call: "e\(random.int(in: 1...Int(seq)))")
        case 13: .counter(name: random.element(of: ["a", "b", "z"]), counter())
        case 14: random.chance(oneIn: 3) ? .deleteCounter(name: "b") : .deleteCaption(slot: "main")
        case 15, 16: .caption(caption())
        case 17:
            .control(random.element(of: [.hold, .resume, .resume, .skip, .clear, .resetLeaders]))
        case 18: .configure(configuration())
        case 19:
            random.chance(oneIn: 5)
                ? .deleteGoal(name: "b") : .goal(name: random.element(of: ["a", "b"]), goal())
        default: .tap(call: "e\(seq)")
        }
    }

    private mutating func person() -> Person {
        Person(
            id: random.chance(oneIn: 3) ? random.element(of: ["1", "2", "3", "kofi:?4"]) : nil,
            name: random.element(of: ["Ann", "小明", "\"Zoë\" \\", "K", "\u{212A}"]),
            avatar: random.chance(oneIn: 3) ? "https://example.org/a.png" : nil)
    }

    private mutating func gift() -> Gift {
        let item = GiftItem(
            id: random.chance(oneIn: 4) ? "r" : nil, name: random.element(of: ["Rose", "Rakéta"]),
            image: random.chance(oneIn: 4) ? "/x.png" : nil,
            value: random.chance(oneIn: 4) ? 2.5 : nil)
        let count = random.chance(oneIn: 6) ? random.int(in: 1...300) : random.int(in: 1...4)
        return Gift(sender: person(), item: item, count: count, streak: part())
    }

    private mutating func part() -> StreakPart? {
        guard random.chance(oneIn: 4) else { return nil }
        return StreakPart(
            id: "tiktok:\(random.int(in: 1...5))", isEnd: random.chance(oneIn: 4),
            recurs: random.chance(oneIn: 2),
            wallMicroseconds: 1_795_255_200_000_000 + Int64(random.int(in: 0...9_000_000)))
    }

    private mutating func counter() -> CounterUpdate {
        var update = CounterUpdate(to: Double(random.int(in: -100_000...100_000)) / 7)
        if random.chance(oneIn: 2) { update.from = 0.1 }
        update.duration = Duration(seconds: Double(random.int(in: 0...3)))
        update.easing = random.element(of: [.linear, .easeIn, .easeOut])
        update.format.style = random.element(of: [.integer, .decimal])
        update.format.prefix = random.element(of: ["", "Σ "])
        update.format.suffix = random.element(of: ["", " 🎉"])
        update.format.grouping = random.chance(oneIn: 2)
        return update
    }

    private mutating func goal() -> GoalUpdate {
        var update = GoalUpdate(title: "Σ \"x\"", target: random.element(of: [0.5, 20, 1e12]))
        update.measure = random.element(of: [.count, .value])
        if random.chance(oneIn: 2) { update.gift = random.element(of: ["r", "Rose"]) }
        if random.chance(oneIn: 3) { update.start = Int64(random.int(in: 0...1_000_000_000_000)) }
        return update
    }

    private mutating func caption() -> Caption {
        var caption = Caption(text: random.element(of: ["Hello", "á̧ 👨‍👩‍👧‍👦 한글 🇩🇪"]))
        caption.slot = random.element(of: ["main", "s1", "s2"])
        caption.effect = random.element(of: Caption.Effect.allCases)
        caption.duration = Duration(seconds: Double(random.int(in: 0...2)))
        caption.hold =
            random.chance(oneIn: 3) ? nil : Duration(seconds: Double(random.int(in: 0...2)))
        caption.exit = Duration(seconds: Double(random.int(in: 0...1)))
        return caption
    }

    private mutating func configuration() -> Configuration {
        var configuration = room.configuration
        configuration.gifts.channels = random.int(in: 1...3)
        configuration.gifts.pop = Duration(seconds: Double(random.int(in: 0...2)) / 4)
        configuration.ticker.enabled = random.chance(oneIn: 2)
        configuration.calls.max = random.int(in: 1...4)
        configuration.calls.pitch = Double(random.int(in: 40...80))
        configuration.captions.enabled = !random.chance(oneIn: 4)
        configuration.leaders.enabled = !random.chance(oneIn: 4)
        configuration.leaders.rows = random.int(in: 1...4)
        configuration.leaders.anonymous = random.chance(oneIn: 2)
        configuration.sources.blocked = random.element(of: ["", "", "Ann"])
        return configuration
    }
}
