import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Channel")
struct ChannelTests {
    struct Shown: CustomTestStringConvertible, Sendable {
        let at: Double
        let x: Double
        let alpha: Double
        let scale: Double
        var testDescription: String { "\(at) s" }
    }

    // A gift of count 1 at 0 s. The entrance ends at 0.25, the pop at 0.75, the rest at 3.75 and
    // the exit at 4. mpmath computed the values at 30 digits.
    static let life = [
        Shown(at: 0, x: -176, alpha: 0, scale: 1),
        Shown(at: 0.05, x: -159.67, alpha: 0.082, scale: 1),
        Shown(at: 0.0625, x: -150.17, alpha: 0.129, scale: 1),
        Shown(at: 0.1, x: -109.62, alpha: 0.332, scale: 1),
        Shown(at: 0.125, x: -76, alpha: 0.5, scale: 1),
        Shown(at: 0.2, x: 7.67, alpha: 0.918, scale: 1),
        Shown(at: 0.24, x: 23.38, alpha: 0.997, scale: 1),
        Shown(at: 0.25, x: 24, alpha: 1, scale: 1),
        Shown(at: 0.3, x: 24, alpha: 1, scale: 1.8),
        Shown(at: 0.3125, x: 24, alpha: 1, scale: 2),
        Shown(at: 0.375, x: 24, alpha: 1, scale: 3),
        Shown(at: 0.4375, x: 24, alpha: 1, scale: 1.85),
        Shown(at: 0.45, x: 24, alpha: 1, scale: 1.62),
        Shown(at: 0.5, x: 24, alpha: 1, scale: 0.7),
        Shown(at: 0.51, x: 24, alpha: 1, scale: 0.742),
        Shown(at: 0.525, x: 24, alpha: 1, scale: 0.825),
        Shown(at: 0.55, x: 24, alpha: 1, scale: 0.941),
        Shown(at: 0.6, x: 24, alpha: 1, scale: 1.014),
        Shown(at: 0.65, x: 24, alpha: 1, scale: 1.005),
        Shown(at: 0.7, x: 24, alpha: 1, scale: 0.999),
        Shown(at: 0.75, x: 24, alpha: 1, scale: 1),
        Shown(at: 3.75, x: 24, alpha: 1, scale: 1),
        Shown(at: 3.8, x: 43.6, alpha: 0.918, scale: 1),
        Shown(at: 3.8125, x: 55, alpha: 0.871, scale: 1),
        Shown(at: 3.85, x: 103.65, alpha: 0.668, scale: 1),
        Shown(at: 3.875, x: 144, alpha: 0.5, scale: 1),
        Shown(at: 3.95, x: 244.4, alpha: 0.082, scale: 1),
        Shown(at: 3.99, x: 263.26, alpha: 0.003, scale: 1),
    ]

    @Test("A row enters, pops, rests and leaves at the specified times", arguments: life)
    func wholeLife(_ shown: Shown) throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        let node = try #require(script.row(0, at: shown.at))
        #expect(node.left == shown.x)
        #expect(node.opacity == shown.alpha)
        #expect(node.gift?.scale == shown.scale)
        #expect(node.gift?.count == 1)
        #expect(node.top == 320)
        #expect(node.width == Hundredths(200))
        #expect(node.height == Hundredths(40))
    }

    @Test("A row disappears at the end of its exit, not before")
    func exitEnds() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        #expect(script.row(0, at: 4 - tick) != nil)
        #expect(script.frame(at: 4).nodes.isEmpty)
    }

    // The pops end at 0.75, 1.25 and 1.75, and the exit lasts from 4.75 to 5.
    @Test(
        "A count of 3 pops three times, and each pop shows the next count from its start",
        arguments: [
            (0.0, 1, 1.0), (0.25, 1, 1), (0.375, 1, 3), (0.75 - tick, 1, 1.0), (0.75, 2, 1),
            (0.875, 2, 3), (1, 2, 0.7), (1.25 - tick, 2, 1), (1.25, 3, 1), (1.375, 3, 3),
            (1.75, 3, 1), (4.75, 3, 1), (5 - tick, 3, 1),
        ])
    func pops(at: Double, count: Int, scale: Double) throws {
        var script = Script()
        try script.gift("Ann", "Rose", 3, at: 0)
        let gift = try #require(script.row(0, at: at)?.gift)
        #expect(gift.count == count)
        #expect(gift.scale == scale)
        #expect(script.row(0, at: 4.75)?.left == 24)
        #expect(script.row(0, at: 4.875)?.left == 144)
        #expect(script.row(0, at: 5) == nil)
    }

    static let steps: [(count: Int, from: Int, divisor: Int, shown: [Int])] = [
        (1, 10, 5, [1]),
        (2, 10, 5, [1, 2]),
        (10, 10, 5, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (11, 10, 5, [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        (
            99, 10, 5,
            [
                1, 20, 35, 47, 57, 65, 71, 76, 80, 83, 86, 88, 90, 91, 92, 93, 94, 95, 96, 97, 98,
                99,
            ]
        ),
        (12, 0, 5, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (7, 5, 1, [1, 7]),
        (5, 1, 2, [1, 3, 4, 5]),
        // ⌊11/100⌋ is 0, but a step is at least 1.
        (12, 10, 100, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ]

    @Test("Large counts catch up in steps, and the last counts follow one by one", arguments: steps)
    func catchingUp(count: Int, from: Int, divisor: Int, shown: [Int]) throws {
        var script = Script {
            $0.gifts.catchUpFrom = from
            $0.gifts.catchUpDivisor = divisor
        }
        try script.gift("Ann", "Rose", count, at: 0)
        let counts = shown.indices.map { pop in
            script.row(0, at: 0.25 + 0.5 * Double(pop))?.gift?.count ?? 0
        }
        #expect(counts == shown)
        let end = 0.25 + 0.5 * Double(shown.count)
        #expect(script.row(0, at: end + 2.9)?.gift?.count == count)
        #expect(script.row(0, at: end + 3.25) == nil)
    }

    @Test("A gift for a resting row pops at once, without another entrance")
    func revival() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Ann", "Rose", at: 2)
        let before = try #require(script.row(0, at: 2))
        #expect(before.gift?.count == 2)
        #expect((before.left, before.opacity) == (24, 1))
        #expect(script.row(0, at: 2.0625)?.gift?.scale == 2)
        #expect(script.row(0, at: 2.25)?.gift?.scale == 0.7)
        // The exit due at 3.75 is canceled, and the row rests again from 2.5.
        #expect(script.row(0, at: 3.875)?.left == 24)
        #expect(script.row(0, at: 5.5)?.left == 24)
        #expect(script.row(0, at: 5.625)?.left == 144)
        #expect(script.row(0, at: 5.75) == nil)
    }

    @Test("After a revival, the count never decreases")
    func noFlash() throws {
        var script = Script()
        try script.gift("Ann", "Rose", 5, at: 0)
        try script.gift("Ann", "Rose", 2, at: 4)
        let counts = stride(from: 0.25, to: 8, by: 0.01).compactMap {
            script.row(0, at: $0)?.gift?.count
        }
        #expect(counts == counts.sorted())
        #expect(counts.last == 7)
    }

    // The row rests from 0.75 for 3 / (1 + waiting/hurry) seconds.
    @Test(
        "The more combos wait, the shorter a row rests",
        arguments: [
            (0, 4.0, 3.0), (1, 4, 2.4), (2, 4, 2), (3, 4, 1.714286), (4, 4, 1.5), (8, 4, 1),
            (5, 0, 3), (1, 2, 2), (3, 0.5, 0.428571),
        ])
    func hurry(waiting: Int, hurry: Double, rest: Double) throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.hurry = hurry
        }
        try script.gift("Ann", "Rose", at: 0)
        for index in 0..<waiting { try script.gift("Bob \(index)", "Rose", at: 0.1) }
        let end = 0.75 + rest
        #expect(script.row(0, at: end)?.left == 24)
        #expect(script.row(0, at: end + 0.125)?.left == 144)
        #expect(script.senders(at: end + 0.25 - tick) == "Ann")
        #expect(script.senders(at: end + 0.25) == (waiting == 0 ? "" : "Bob 0"))
    }

    @Test("Only combos that wait when a rest begins make it shorter")
    func hurryIsSettledOnce() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", at: 0)
        for index in 0..<8 { try script.gift("Bob \(index)", "Rose", at: 0.8) }
        #expect(script.row(0, at: 3.75)?.left == 24)
        #expect(script.senders(at: 4 - tick) == "Ann")
    }

    @Test("A row skipped during its entrance leaves from its current position")
    func skippedEntrance() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        try script.control(.skip, at: 0.125)
        let start = try #require(script.row(0, at: 0.125))
        #expect((start.left, start.opacity) == (-76, 0.5))
        // The position goes from −76 to 164, and the opacity from 0.5 to 0.
        let middle = try #require(script.row(0, at: 0.25))
        #expect((middle.left, middle.opacity) == (44, 0.25))
        let late = try #require(script.row(0, at: 0.325))
        #expect((late.left, late.opacity) == (144.4, 0.041))
        #expect(late.gift?.count == 1 && late.gift?.scale == 1)
        #expect(script.row(0, at: 0.375 - tick) != nil)
        #expect(script.row(0, at: 0.375) == nil)
    }

    @Test("A pop continues while a skipped row leaves")
    func skippedPop() throws {
        var script = Script()
        try script.gift("Ann", "Rose", 3, at: 0)
        try script.control(.skip, at: 0.375)
        for (at, x, scale) in [
            (0.375, 24.0, 3.0), (0.4375, 55, 1.85), (0.5, 144, 0.7), (0.55, 219.02, 0.941),
        ] {
            let node = try #require(script.row(0, at: at))
            #expect(node.gift?.scale == scale)
            #expect(node.gift?.count == 1)
            #expect(node.left == x)
        }
        #expect(script.row(0, at: 0.625) == nil)
    }

    @Test("A skip does not speed up a leaving row")
    func skipWhileLeaving() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        try script.control(.skip, at: 3.875)
        #expect(script.row(0, at: 3.95)?.left == 244.4)
        #expect(script.row(0, at: 4 - tick) != nil)
        #expect(script.row(0, at: 4) == nil)
    }

    @Test("Transitions with a duration of 0 end at once")
    func noDurations() throws {
        var script = Script {
            $0.gifts.entrance = .zero
            $0.gifts.pop = .zero
            $0.gifts.settle = .zero
            $0.gifts.exit = .zero
        }
        try script.gift("Ann", "Rose", 1000, at: 1)
        let node = try #require(script.row(0, at: 1))
        #expect(node.gift?.count == 1000)
        #expect((node.left, node.opacity) == (24, 1))
        #expect(script.row(0, at: 4 - tick) != nil)
        #expect(script.row(0, at: 4) == nil)
    }
}
