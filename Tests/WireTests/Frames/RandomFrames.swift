import Texts
import Timeline

@testable import Stage

/// Frames drawn by lot: nodes of every kind that come, change, go and now and then change places.
struct RandomFrames {
    private var lot: Lot
    private(set) var shown = Frame()

    init(seed: UInt64) {
        lot = Lot(seed: seed)
    }

    mutating func next() -> Frame {
        var nodes: [Node] = []
        for number in 0..<2 where lot.below(3) > 0 { nodes.append(effect(number)) }
        for number in 0..<3 where lot.below(3) > 0 { nodes.append(ticker(number)) }
        for row in 0..<3 where lot.below(3) > 0 { nodes.append(gift(row)) }
        for number in 0..<2 where lot.below(3) > 0 { nodes.append(counter(number)) }
        for number in 0..<2 where lot.below(3) > 0 { nodes.append(goal(number)) }
        for number in 0..<2 where lot.below(3) > 0 { nodes.append(caption(number)) }
        for number in 0..<4 where lot.below(3) > 0 { nodes.append(call(number)) }
        if lot.below(8) == 0, nodes.count > 1 { nodes.swapAt(0, lot.below(nodes.count)) }
        let time = shown.time + Duration(microseconds: Int64(1 + lot.below(40_000)))
        // Much stays as it was.
        for index in nodes.indices where lot.below(3) > 0 {
            nodes[index] = shown.nodes.first { $0.id == nodes[index].id } ?? nodes[index]
        }
        shown = Frame(time: time, nodes: nodes)
        return shown
    }

    mutating func isOnce(in times: Int) -> Bool { lot.below(times) == 0 }

    private mutating func node(_ id: Text, _ content: Node.Content) -> Node {
        Node(
            id: id, x: Double(lot.below(200_000)) / 7 - 9000, y: Double(lot.below(3)) / 8,
            width: Double(lot.below(2) * 200), height: 40, alpha: Double(lot.below(5)) / 4,
            content: content)
    }

    private mutating func name() -> Text {
        lot.pick([
            "Ann", "Bob", "Ørjan \"O\"", "花", "👩‍👩‍👧", "a\\b", Text(String(repeating: "n", count: 200)),
        ])
    }

    private mutating func picture() -> Text? {
        lot.pick([nil, "/a.png", "/b.png", "https://example.org/a/quite/long/path.webp"])
    }

    private mutating func count() -> Int { lot.pick([1, 2, 63, 64, 127, 128, 999_999, 1_000_000]) }

    private mutating func share() -> Thousandths { Thousandths(Double(lot.below(4001)) / 1000 - 1) }

    private mutating func effect(_ number: Int) -> Node {
        node(
            "effect/e\(number)",
            .effect(
                EffectContent(
                    src: picture() ?? "/c.webm",
                    start: Instant(microseconds: Int64(lot.below(2_000_000_000))),
                    duration: Duration(microseconds: Int64(100_000 + lot.below(59_900_001))))))
    }

    private mutating func ticker(_ number: Int) -> Node {
        node(
            "ticker/e\(number)",
            .ticker(
                TickerContent(
                    sender: name(), avatar: picture(), gift: name(), image: picture(),
                    count: count(), digitScale: share())))
    }

    private mutating func gift(_ row: Int) -> Node {
        node(
            "gifts/\(row)",
            .gift(
                GiftContent(
                    combo: "combo \(lot.below(3))", sender: name(), avatar: picture(),
                    gift: name(), image: picture(), count: count(), digitScale: share())))
    }

    private mutating func counter(_ number: Int) -> Node {
        let value = lot.pick([0, -0.01, 12.34, -1e15, 1e15, 99_999_999_999_999.5, 9e13])
        return node(
            "counter/c\(number)",
            .counter(CounterContent(text: name(), value: Hundredths(value))))
    }

    private mutating func goal(_ number: Int) -> Node {
        let wave = GoalContent.Wave(
            amplitude: share(), phase: Thousandths(Double(lot.below(1_000_000))))
        return node(
            "goal/g\(number)",
            .goal(
                GoalContent(
                    title: name(), value: Hundredths(lot.pick([0, 0.01, 9e13, 0x1p53 - 1])),
                    target: Hundredths(lot.pick([0.5, 12, 1e12])), level: share(),
                    reached: lot.below(2) == 0, wave: lot.pick([nil, wave]))))
    }

    private mutating func caption(_ number: Int) -> Node {
        let glyphs = (0...lot.below(6)).map { _ in name() }
        var shares: [Thousandths] = []
        for _ in glyphs { shares.append(share()) }
        let wave = CaptionContent.Appearance.wave(
            level: share(), amplitude: share(), phase: Thousandths(Double(lot.below(1_000_000))))
        return node(
            "caption/s\(number)",
            .caption(
                CaptionContent(
                    text: Text(glyphs.map(\.string).joined()),
                    effect: lot.pick(Caption.Effect.allCases),
                    align: lot.pick(CaptionsConfiguration.Align.allCases), glyphs: glyphs,
                    appearance: lot.pick([.alpha(shares), .rise(shares), wave]))))
    }

    private mutating func call(_ number: Int) -> Node {
        node(
            "call/\(number)",
            .call(CallContent(name: name(), avatar: picture(), leaving: lot.below(2) == 0)))
    }

    /// Numbers drawn by lot: a linear congruential generator, the same for the same seed.
    private struct Lot {
        var state: UInt64

        init(seed: UInt64) {
            state = seed &* 0x9E37_79B9_7F4A_7C15
        }

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }

        mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[below(elements.count)]
        }
    }
}
