import Dispatch
import HTTPRouting
import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Forecasts")
struct ForecastsTests {
    private let woken = DispatchSemaphore(value: 0)

    private func forecasts() -> Forecasts {
        Forecasts(wake: { [woken] in woken.signal() }, write: { _ in [] })
    }

    /// A room with one channel and a queue of combos, which have large counts if they are many.
    private func room(_ name: Text, waiting: Int) throws -> LiveRoom {
        var configuration = Configuration()
        configuration.gifts.channels = 1
        configuration.gifts.queueLimit = 10_000
        configuration.gifts.catchUpFrom = 0
        configuration.gifts.turn = .zero
        var room = Room(configuration: configuration)
        for number in 0...Int64(waiting) {
            let gift = Gift(
                sender: Person(name: "\(number)"), item: GiftItem(name: "Rose"),
                count: waiting > 100 ? 1_000_000 : 1)
            _ = try room.apply(
                Event(seq: number + 1, id: "\(number)", kind: .gift(gift)), at: .zero)
        }
        return LiveRoom(
            name: name, birthConfiguration: "{}", room: room, seq: 1, snapshotSeq: 1,
            clock: RoomClock(standingAt: .zero, log: 0), logClock: LogClock(at: 0))
    }

    private func wait(for forecasts: Forecasts) throws {
        while !forecasts.isIdle {
            try #require(woken.wait(timeout: .now() + patience) == .success)
            forecasts.deliver()
        }
    }

    @Test("A forecast of a huge queue is cut off, and a small forecast is not delayed")
    func huge() throws {
        let forecasts = forecasts()
        let (huge, small) = (try room("huge", waiting: 5000), try room("small", waiting: 2))
        var order: [Text] = []
        _ = try forecasts.ask(about: huge.room, of: huge.name, isWritten: true) { forecast in
            order.append("huge")
            #expect(forecast.entries.combos.count == 5000)
            #expect(forecast.entries.combos.last == .some(nil))
        }
        _ = try forecasts.ask(about: small.room, of: small.name, isWritten: true) { forecast in
            order.append("small")
            #expect(forecast.entries.combos.allSatisfy { $0 != nil })
        }
        try wait(for: forecasts)
        #expect(order == ["small", "huge"])
    }

    @Test("Requests for one room share a forecast")
    func sharing() throws {
        let forecasts = forecasts()
        let huge = try room("huge", waiting: 5000)
        let small = try room("small", waiting: 2)
        var seen: [Int] = []
        _ = try forecasts.ask(about: huge.room, of: huge.name, isWritten: true) { _ in }
        for _ in 0..<3 {
            _ = try forecasts.ask(about: small.room, of: small.name, isWritten: true) {
                seen.append($0.entries.combos.count)
            }
        }
        try wait(for: forecasts)
        #expect(seen == [2, 2, 2])
    }

    @Test("A forecast without waiting requests ends, and at most 256 requests wait")
    func leaving() throws {
        let forecasts = forecasts()
        let huge = try room("huge", waiting: 5000)
        let askers = try (0..<256).map { _ in
            try forecasts.ask(about: huge.room, of: huge.name, isWritten: true) { _ in
                Issue.record("nobody waits")
            }
        }
        #expect(throws: Problem.self) {
            try forecasts.ask(about: huge.room, of: huge.name, isWritten: true) { _ in }
        }
        for asker in askers { forecasts.leave(asker) }
        #expect(forecasts.isIdle)
        _ = try forecasts.ask(about: huge.room, of: huge.name, isWritten: true) { _ in }
        try wait(for: forecasts)
    }
}
