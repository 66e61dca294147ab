import TestSupport
import Texts
import Timeline

@testable import Stage

/// A stream of random timed events: bursts at one instant, small steps and lulls.
struct RandomStream: IteratorProtocol, Sequence {
    struct Element {
        let at: Instant
        let event: Event
    }

    /// Kinds of events that a stream may have besides gifts and calls.
    enum ExtraKind {
        case hold, skip, clear, dismiss, configure
    }

    private var random: SeededGenerator
    private let extraKinds: [ExtraKind]
    private var configuration: Configuration
    private var remaining: Int
    private var now = Instant.zero
    private var seq: Int64 = 0
    private var calls: [Text] = []

    init(seed: UInt64, count: Int, configuration: Configuration, _ extraKinds: [ExtraKind]) {
        random = SeededGenerator(seed: seed)
        remaining = count
        self.configuration = configuration
        self.extraKinds = extraKinds
    }

    mutating func next() -> Element? {
        if remaining == 0 { return nil }
        remaining -= 1
        seq += 1
        if !random.chance(oneIn: 3) {
            let longest = random.element(of: [10_000, 300_000, 1_500_000, 1_500_000, 6_000_000])
            // Half of the steps are whole quarters of a second, when transitions happen.
            let step = random.int(in: 0...longest)
            now =
                now
                + Duration(
                    microseconds: Int64(random.chance(oneIn: 2) ? step : step / 250_000 * 250_000))
        }
        return Element(at: now, event: Event(seq: seq, id: "e\(seq)", kind: kind()))
    }

    private mutating func kind() -> Event.Kind {
        if !extraKinds.isEmpty, random.chance(oneIn: 6) {
            return event(of: random.element(of: extraKinds))
        }
        let person = Person(
            id: random.chance(oneIn: 3) ? "\(random.int(in: 1...3))" : nil,
            name: "P\(random.int(in: 1...5))")
        if random.chance(oneIn: 3) {
            calls.append("e\(seq)")
            return .call(person)
        }
        let count = random.chance(oneIn: 8) ? random.int(in: 1...300) : random.int(in: 1...4)
        let item = GiftItem(name: random.element(of: ["Rose", "Tulip"]))
        return .gift(Gift(sender: person, item: item, count: count))
    }

    private mutating func event(of kind: ExtraKind) -> Event.Kind {
        switch kind {
        case .hold: return .control(random.chance(oneIn: 3) ? .hold : .resume)
        case .skip: return .control(.skip)
        case .clear: return .control(.clear)
        case .dismiss:
            let call = random.element(of: calls + ["none"])
            return random.chance(oneIn: 2) ? .dismiss(call: call) : .tap(call: call)
        case .configure:
            changeConfiguration()
            return .configure(configuration)
        }
    }

    private mutating func changeConfiguration() {
        switch random.int(in: 0...9) {
        case 0: configuration.gifts.channels = random.int(in: 1...4)
        case 1: configuration.gifts.x = Double(random.int(in: 0...500))
        case 2: configuration.gifts.pop = Duration(seconds: Double(random.int(in: 0...2)) / 4)
        case 3: configuration.gifts.linger = Duration(seconds: Double(random.int(in: 0...4)))
        case 4: configuration.gifts.entrance = Duration(seconds: Double(random.int(in: 0...2)) / 4)
        case 5: configuration.calls.max = random.int(in: 1...4)
        case 6: configuration.calls.vanish = Duration(seconds: Double(random.int(in: 1...6)))
        case 7: configuration.calls.pitch = Double(random.int(in: 40...80))
        case 8: configuration.calls.tapVanish = random.chance(oneIn: 2)
        default:
            configuration.gifts.enabled = !random.chance(oneIn: 3)
            configuration.calls.enabled = !random.chance(oneIn: 3)
        }
    }
}

extension Room {
    /// Applies an event, or returns nil if the room refuses it.
    mutating func applyIfAccepted(_ element: RandomStream.Element) -> Outcome? {
        do throws(Refusal) {
            return try apply(element.event, at: element.at)
        } catch {
            return nil
        }
    }

    /// Advances to `end`, and calls `visit` after each due transition and at the end.
    mutating func advance(to end: Instant, visit: (Room) -> Void) {
        while let due, due <= end {
            advance(to: due)
            visit(self)
        }
        advance(to: end)
        visit(self)
    }
}
