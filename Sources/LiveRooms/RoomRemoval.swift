package import Broadcast
package import Logging
package import Monitoring
import RoomRuntime
package import Texts

/// Removes rooms from memory with everything that belongs to them, after their erasure or a difference from the
/// journal.
package final class RoomRemoval {
    /// The WebSocket close code that tells a page not to reconnect.
    private static let roomIsGone: UInt16 = 4404

    private let rooms: Rooms
    private let applier: EventApplier
    private let forgetFiles: (Text) -> Void
    private let frameScheduler: FrameScheduler
    private let metrics: Metrics
    private let logger: Logger

    /// - Parameter forgetFiles: Removes the files of the room with this name.
    package init(
        rooms: Rooms, applier: EventApplier, frameScheduler: FrameScheduler, metrics: Metrics,
        logger: Logger, forgetFiles: @escaping (Text) -> Void
    ) {
        self.rooms = rooms
        self.applier = applier
        self.frameScheduler = frameScheduler
        self.metrics = metrics
        self.logger = logger
        self.forgetFiles = forgetFiles
    }

    /// Removes an erased room, and everything that belongs to it.
    package func forget(_ room: LiveRoom) {
        let registration = room.residency.registration
        (registration.isBeingErased, registration.isErased) = (true, true)
        forgetFiles(room.name)
        let waiting = applier.abandon(room)
        rooms.drop(room)
        for body in waiting { body() }
        frameScheduler.close(
            room.output.streams, code: Self.roomIsGone, reason: "the room is deleted")
    }

    /// Drops a room whose state differs from the journal. Its viewers reconnect to the room as it is read
    /// again.
    package func reload(_ room: LiveRoom) {
        logger.error("room \(room.name) is not as the journal has it; it is read anew")
        metrics.rewinds += 1
        rooms.replace(room)
        let waiting = applier.abandon(room)
        frameScheduler.close(room.output.streams, code: 1012, reason: "the room is read anew")
        for body in waiting { body() }
    }
}
