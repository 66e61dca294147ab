import Testing

@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Pace of the studio's news")
struct NewsPaceTests {
    /// The bytes sent in each second at this rate of events and outcomes.
    private func bytesSent(seconds: Int, events: Int, outcomes: Int, bytes: (Int, Int)) -> [Int] {
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
        "After a minute of a storm, at most 2.7 kB of news a second are sent",
        arguments: [
            (20, 0, 230, 95), (1000, 0, 230, 95), (15, 45, 900, 95), (1000, 1000, 230, 95),
            (0, 1000, 230, 95), (20, 2, 2000, 95),
        ])
    func storms(events: Int, outcomes: Int, eventBytes: Int, outcomeBytes: Int) {
        let all = bytesSent(
            seconds: 160, events: events, outcomes: outcomes, bytes: (eventBytes, outcomeBytes))
        #expect(all.suffix(100).reduce(0, +) < 270_000)
        #expect(all.suffix(100).reduce(0, +) > 250_000)
    }

    @Test("Ten gifts a second with their outcomes are sent completely")
    func tenGifts() {
        let all = bytesSent(seconds: 600, events: 10, outcomes: 2, bytes: (233, 95))
        #expect(all == Array(repeating: 10 * 233 + 2 * 95, count: 600))
    }

    @Test("A burst of twenty gifts is sent completely, and one of forty is not")
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

    @Test("After a large piece of news the feed pauses for two seconds only")
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

    @Test("Outcomes are sent while events must wait")
    func outcomesFirst() {
        var pace = NewsPace()
        pace.noteTold(bytes: 17_000)
        let (event, outcome) = (pace.takesEvent(), pace.takesOutcome())
        #expect(!event && outcome)
    }
}
