import Assets
import Broadcast
import Logging
import Monitoring
import RoomRuntime
import Texts

/// Removes rooms from memory with everything that belongs to them, after their erasure or a difference from the
/// journal.
final class RoomRemoval {
    /// The WebSocket close code that tells a page not to reconnect.
    private static let roomIsGone: UInt16 = 4404

    private let rooms: Rooms
    private let applier: EventApplier
    private let assets: Assets
    private let frameScheduler: FrameScheduler
    private let metrics: Metrics
    private let logger: Logger

    init(
        rooms: Rooms, applier: EventApplier, assets: Assets, frameScheduler: FrameScheduler,
        metrics: Metrics, logger: Logger
    ) {
        self.rooms = rooms
        self.applier = applier
        self.assets = assets
        self.frameScheduler = frameScheduler
        self.metrics = metrics
        self.logger = logger
    }

    /// Removes an erased room, and everything that belongs to it.
    func forget(_ room: LiveRoom) {
        let registration = room.residency.registration
        (registration.isBeingErased, registration.isErased) = (true, true)
        assets.forget(room.name)
        let waiting = applier.abandon(room)
        rooms.drop(room)
        for body in waiting { body() }
        frameScheduler.close(
            room.output.streams, code: Self.roomIsGone, reason: "the room is deleted")
    }

    /// Drops a room whose state differs from the journal. Its viewers reconnect to the room as it is read
    /// again.
    func reload(_ room: LiveRoom) {
        logger.error("room \(room.name) is not as the journal has it; it is read anew")
        metrics.rewinds += 1
        rooms.replace(room)
        let waiting = applier.abandon(room)
        frameScheduler.close(room.output.streams, code: 1012, reason: "the room is read anew")
        for body in waiting { body() }
    }
}
