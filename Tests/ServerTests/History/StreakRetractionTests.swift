import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Retraction of a streak from the history")
struct StreakRetractionTests {
    private static let streak: Text = "youtube:1"

    private static func part(_ count: Int) -> Event.Kind {
        .gift(
            Gift(
                sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: count,
                streak: StreakPart(id: streak, isEnd: false, recurs: false, wallMicroseconds: 0)))
    }

    // Another server recorded the third event, and this one has applied the first two.
    @Test("A part that came after the deletion is not taken back, wherever the deletion is")
    func afterDeletion() throws {
        let deletion = Event.Kind.takeBack(TakenBack(id: Self.streak, seq: nil, isStreak: true))
        let events = [Self.part(1), deletion, Self.part(3)].enumerated().map { index, kind in
            StoredEvent.sample(
                Int64(index) + 1, "e\(index + 1)", body: Text(decoding: JSON(kind).encoded))
        }
        let journal = Journal(
            log: MemoryLog(), past: ListedHistory(events), wake: {}, warn: { _ in })
        let history = journal.wholeHistory(of: "main")
        let found = try history.retractions(
            ofStreak: Self.streak, in: 1...1, isTakenBack: true, after: 2)
        #expect(found?.map(\.event.id) == ["e1"])
        let unheard = try history.retractions(
            ofStreak: Self.streak, in: 1...1, isTakenBack: false, after: 1)
        #expect(unheard?.map(\.event.id) == ["e1"])
        let before = try history.retractions(
            ofStreak: Self.streak, in: nil, isTakenBack: false, after: 0)
        #expect(before?.map(\.event.id) == ["e1"])
    }
}
