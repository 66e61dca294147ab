import Testing

@testable import Broadcast
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

/// The schedule of heartbeats, in virtual time.
@Suite("Heartbeats")
final class HeartbeatTests {
    private static let second: UInt64 = 1_000_000_000

    private let scene: IntakeScene
    private var heartbeat: Heartbeat!
    private var nanoseconds: UInt64 = 1000 * second
    /// The times of each viewer's heartbeats, in nanoseconds.
    private var beats: [ObjectIdentifier: [UInt64]] = [:]

    init() throws {
        scene = try IntakeScene { _ in }
        heartbeat = try Heartbeat(
            loop: scene.loop, now: { [unowned self] in nanoseconds },
            beat: { [unowned self] viewers in
                for viewer in viewers {
                    beats[ObjectIdentifier(viewer), default: []].append(nanoseconds)
                }
            })
    }

    private func viewers(_ count: Int) throws -> [Viewer] {
        try (0..<count).map { _ in try .unconnected(in: scene.room, on: scene.loop) }
    }

    /// Sends every heartbeat when it is due, until `end`.
    private func run(until end: UInt64) {
        while let due = heartbeat.dueNanoseconds, due <= end {
            nanoseconds = due
            heartbeat.takeTurns()
        }
        nanoseconds = end
    }

    @Test("Each of many viewers gets a heartbeat at least every five seconds")
    func pace() throws {
        let start = nanoseconds
        // More than the first part of a round takes.
        let viewers = try viewers(200)
        for viewer in viewers { heartbeat.add(viewer) }
        run(until: start + 60 * Self.second)
        for viewer in viewers {
            let times = [start] + (beats[ObjectIdentifier(viewer)] ?? []) + [nanoseconds]
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 5 * Self.second })
            // And no more heartbeats than that needs.
            #expect(times.count <= 2 + 60 / 4)
        }
    }

    @Test("After a long pause each viewer gets one heartbeat, and the next one a round later")
    func pause() throws {
        let viewers = try viewers(200)
        for viewer in viewers { heartbeat.add(viewer) }
        nanoseconds += 3600 * Self.second
        heartbeat.takeTurns()
        #expect(viewers.allSatisfy { beats[ObjectIdentifier($0)]?.count == 1 })
        run(until: nanoseconds + 9 * Self.second)
        #expect(viewers.allSatisfy { beats[ObjectIdentifier($0)]?.count == 3 })
    }

    @Test("A viewer that came during a pause waits no more than a round")
    func late() throws {
        let first = try viewers(1)[0]
        heartbeat.add(first)
        heartbeat.remove(first)
        nanoseconds += 3600 * Self.second
        let second = try viewers(1)[0]
        heartbeat.add(second)
        #expect(try #require(heartbeat.dueNanoseconds) > nanoseconds)
        run(until: nanoseconds + 5 * Self.second)
        #expect(beats[ObjectIdentifier(second)]?.isEmpty == false)
        #expect(beats[ObjectIdentifier(first)] == nil)
    }

    @Test("Without viewers no heartbeat is due")
    func none() throws {
        #expect(heartbeat.dueNanoseconds == nil)
        let viewer = try viewers(1)[0]
        heartbeat.add(viewer)
        #expect(heartbeat.dueNanoseconds != nil)
        heartbeat.remove(viewer)
        #expect(heartbeat.dueNanoseconds == nil)
    }
}
