import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@testable import Server

@Suite("Retraction of a streak from the history")
struct StreakRetractionTests {
    private static let streak: Text = "youtube:1"

    private struct Events: HistorySource {
        let kinds: [Event.Kind]

        private var stored: [StoredEvent] {
            kinds.enumerated().map { index, kind in
                StoredEvent.sample(
                    Int64(index) + 1, "e\(index + 1)", body: Text(decoding: JSON(kind).encoded))
            }
        }

        func room(_ name: Text) throws(JournalError) -> StoredRoom? { nil }

        func events(
            of room: Text, after seq: Int64, limit: Int, byteLimit: Int
        ) throws(JournalError) -> [StoredEvent] {
            Array(stored.filter { $0.seq > seq }.prefix(limit))
        }

        func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
            stored.first { $0.id == id }
        }

        func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? { nil }
    }

    private static func part(_ count: Int) -> Event.Kind {
        .gift(
            Gift(
                sender: Person(name: "Ann"), present: Present(name: "Rose"), count: count,
                streak: StreakPart(id: streak, isEnd: false, recurs: false, wallMicroseconds: 0)))
    }

    // Another server recorded the third event, and this one has applied the first two.
    @Test("A part that came after the deletion is not taken back, wherever the deletion is")
    func afterDeletion() throws {
        let deletion = Event.Kind.takeBack(TakenBack(id: Self.streak, seq: nil, isStreak: true))
        let journal = Journal(
            log: MemoryLog(), past: Events(kinds: [Self.part(1), deletion, Self.part(3)]),
            wake: {}, warn: { _ in })
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
