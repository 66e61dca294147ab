import Texts
import Timeline

@testable import Stage

/// Numbers drawn by lot: SplitMix64, the same for the same seed.
struct Lot {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

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

    /// True once in `times` on average.
    mutating func once(in times: Int) -> Bool {
        whole(1...times) == 1
    }
}

/// Timed events drawn by lot: bursts at one instant, small steps and lulls.
struct RandomStream: IteratorProtocol, Sequence {
    struct Element {
        let at: Instant
        let event: Event
    }

    /// What there may be beside gifts and calls.
    enum Spice {
        case hold, skip, clear, dismiss, configure
    }

    private var lot: Lot
    private let spices: [Spice]
    private var configuration: Configuration
    private var rest: Int
    private var now = Instant.zero
    private var seq: Int64 = 0
    private var calls: [Text] = []

    init(seed: UInt64, count: Int, configuration: Configuration, _ spices: [Spice]) {
        lot = Lot(seed: seed)
        rest = count
        self.configuration = configuration
        self.spices = spices
    }

    mutating func next() -> Element? {
        if rest == 0 { return nil }
        rest -= 1
        seq += 1
        if !lot.once(in: 3) {
            let longest = lot.pick([10_000, 300_000, 1_500_000, 1_500_000, 6_000_000])
            // Often a whole number of quarters, on which transitions fall.
            let step = lot.whole(0...longest)
            now =
                now
                + Duration(
                    microseconds: Int64(lot.once(in: 2) ? step : step / 250_000 * 250_000))
        }
        return Element(at: now, event: Event(seq: seq, id: "e\(seq)", kind: kind()))
    }

    private mutating func kind() -> Event.Kind {
        if !spices.isEmpty, lot.once(in: 6) { return spice(lot.pick(spices)) }
        let person = Person(
            id: lot.once(in: 3) ? "\(lot.whole(1...3))" : nil, name: "P\(lot.whole(1...5))")
        if lot.once(in: 3) {
            calls.append("e\(seq)")
            return .call(person)
        }
        let count = lot.once(in: 8) ? lot.whole(1...300) : lot.whole(1...4)
        let present = Present(name: lot.pick(["Rose", "Tulip"]))
        return .gift(Gift(sender: person, present: present, count: count))
    }

    private mutating func spice(_ spice: Spice) -> Event.Kind {
        switch spice {
        case .hold: return .control(lot.once(in: 3) ? .hold : .resume)
        case .skip: return .control(.skip)
        case .clear: return .control(.clear)
        case .dismiss:
            let call = lot.pick(calls + ["none"])
            return lot.once(in: 2) ? .dismiss(call: call) : .tap(call: call)
        case .configure:
            change()
            return .configure(configuration)
        }
    }

    private mutating func change() {
        switch lot.whole(0...9) {
        case 0: configuration.gifts.channels = lot.whole(1...4)
        case 1: configuration.gifts.x = Double(lot.whole(0...500))
        case 2: configuration.gifts.pop = Duration(seconds: Double(lot.whole(0...2)) / 4)
        case 3: configuration.gifts.linger = Duration(seconds: Double(lot.whole(0...4)))
        case 4: configuration.gifts.entrance = Duration(seconds: Double(lot.whole(0...2)) / 4)
        case 5: configuration.calls.max = lot.whole(1...4)
        case 6: configuration.calls.vanish = Duration(seconds: Double(lot.whole(1...6)))
        case 7: configuration.calls.pitch = Double(lot.whole(40...80))
        case 8: configuration.calls.tapVanish = lot.once(in: 2)
        default:
            configuration.gifts.enabled = !lot.once(in: 3)
            configuration.calls.enabled = !lot.once(in: 3)
        }
    }
}

extension Room {
    /// Applies an event; nil if it is refused.
    mutating func take(_ element: RandomStream.Element) -> Outcome? {
        do throws(Refusal) {
            return try apply(element.event, at: element.at)
        } catch {
            return nil
        }
    }

    /// Advances to `end` and stops at every instant at which something is due.
    mutating func advance(to end: Instant, stoppingBy look: (Room) -> Void) {
        while let due, due <= end {
            advance(to: due)
            look(self)
        }
        advance(to: end)
        look(self)
    }
}
