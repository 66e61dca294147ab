import Broadcast
import Cluster
import History
import LiveRooms
import RoomRuntime
import Texts
import Transport
import Webhooks
import Wire

/// The live feeds to studios of all rooms that have one. Each is refreshed once a second.
///
/// Belongs to the event loop's thread.
final class Feeds {
    private static let second: UInt64 = 1_000_000_000
    /// A page that receives no message for 12 s regards its connection as lost.
    private static let longestSilence = 4 * second

    private let forecasts: Forecasts
    private let faults: () -> [Text]
    private let missed: (RoomOutput) -> MissedDeliveries
    private let beat = Message(text: StreamMessage.beat)
    private var watched: [RoomOutput] = []
    private var timer: LoopTimer!

    /// - Parameter faults: The reasons why the server is not ready.
    /// - Parameter missed: The deliveries that are missing in a room's totals.
    init(
        loop: EventLoop, forecasts: Forecasts, faults: @escaping () -> [Text],
        missed: @escaping (RoomOutput) -> MissedDeliveries
    ) throws(TransportError) {
        self.forecasts = forecasts
        self.faults = faults
        self.missed = missed
        timer = try loop.makeTimer { [unowned self] _ in refresh() }
    }

    /// Adds a studio, which receives the overview at once.
    func add(_ studio: StudioConnection) {
        let room = studio.output
        if room.feed == nil {
            room.observer = Feed(of: room)
            watched.append(room)
            if watched.count == 1 {
                timer.arm(
                    atNanoseconds: LoopTimer.now + Self.second, everyNanoseconds: Self.second)
            }
        }
        room.feed!.add(studio)
        refresh(room, faults())
    }

    func remove(_ studio: StudioConnection) {
        let room = studio.output
        guard let feed = room.feed else { return }
        feed.remove(studio, forecasts)
        guard feed.studios.isEmpty else { return }
        room.observer = nil
        watched.removeAll { $0 === room }
        if watched.isEmpty { timer.disarm() }
    }

    private func refresh() {
        let faults = faults()
        for room in watched { refresh(room, faults) }
    }

    private func refresh(_ room: RoomOutput, _ faults: [Text]) {
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        room.feed?.refresh(faults: faults, missed: missed(room), forecasts)
        for studio in room.feed?.studios ?? []
        where LoopTimer.now - studio.toldNanoseconds >= Self.longestSilence {
            _ = studio.send(beat)
        }
    }
}
