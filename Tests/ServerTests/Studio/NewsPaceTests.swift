import Testing

@testable import Server

@Suite("The pace of a feed's news")
struct NewsPaceTests {
    /// The bytes told in each second of a room in which this much happens.
    private func told(seconds: Int, events: Int, outcomes: Int, bytes: (Int, Int)) -> [Int] {
        var pace = NewsPace()
        return (0..<seconds).map { _ in
            pace.beginSecond()
            var sum = 0
            for index in 0..<max(events, outcomes) {
                if index < events, pace.takesEvent() {
                    pace.noteTold(bytes: bytes.0)
                    sum += bytes.0
                }
                if index < outcomes, pace.takesOutcome() {
                    pace.noteTold(bytes: bytes.1)
                    sum += bytes.1
                }
            }
            return sum
        }
    }

    @Test(
        "However much happens, less than 2.7 kB a second are told once a minute has gone",
        arguments: [
            (20, 0, 230, 95), (1000, 0, 230, 95), (15, 45, 900, 95), (1000, 1000, 230, 95),
            (0, 1000, 230, 95), (20, 2, 2000, 95),
        ])
    func storms(events: Int, outcomes: Int, eventBytes: Int, outcomeBytes: Int) {
        let all = told(
            seconds: 160, events: events, outcomes: outcomes, bytes: (eventBytes, outcomeBytes))
        #expect(all.suffix(100).reduce(0, +) < 270_000)
        #expect(all.suffix(100).reduce(0, +) > 250_000)
    }

    @Test("Ten gifts a second and their outcomes are told whole, for as long as they come")
    func tenGifts() {
        let all = told(seconds: 600, events: 10, outcomes: 2, bytes: (233, 95))
        #expect(all == Array(repeating: 10 * 233 + 2 * 95, count: 600))
    }

    @Test("Twenty gifts at once are told whole, forty are not")
    func flurry() {
        var pace = NewsPace()
        pace.beginSecond()
        func takes() -> Bool {
            guard pace.takesEvent() else { return false }
            pace.noteTold(bytes: 400)
            return true
        }
        #expect((0..<40).filter { _ in takes() }.count == 20)
    }

    @Test("After something large there is silence for a moment only")
    func large() {
        var pace = NewsPace()
        pace.noteTold(bytes: 500_000)
        var seconds = 0
        repeat {
            pace.beginSecond()
            seconds += 1
        } while !pace.takesEvent() && seconds < 100
        #expect(seconds == 2)
    }

    @Test("Outcomes are told while events have to wait")
    func outcomesFirst() {
        var pace = NewsPace()
        pace.noteTold(bytes: 17_000)
        let (event, outcome) = (pace.takesEvent(), pace.takesOutcome())
        #expect(!event && outcome)
    }
}
