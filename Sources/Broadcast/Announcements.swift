package import Transport

/// Sends notices, which are messages other than frames, to all viewers of a room. Notices that follow within a tick are
/// sent together a tick later.
///
/// Used only on the event loop's thread.
package final class Announcements {
    private let sender: Sender
    private let pauseNanoseconds: UInt64
    private var waiting: [RoomOutput] = []
    /// The identifiers of the waiting rooms, which `waiting` retains.
    private var waitingIDs: Set<ObjectIdentifier> = []
    private var timer: LoopTimer!

    package init(
        loop: EventLoop, sender: Sender, pauseNanoseconds: UInt64
    ) throws(TransportError) {
        self.sender = sender
        self.pauseNanoseconds = pauseNanoseconds
        timer = try loop.makeTimer { [unowned self] _ in tellWaiting() }
    }

    package func tell(_ notice: Message, in room: RoomOutput) {
        let now = LoopTimer.now
        if room.audience.add(notice, atNanoseconds: now, everyNanoseconds: pauseNanoseconds) {
            tell(room)
        } else {
            wait(for: room)
        }
    }

    private func wait(for room: RoomOutput) {
        guard waitingIDs.insert(ObjectIdentifier(room)).inserted else { return }
        waiting.append(room)
        if waiting.count == 1 { timer.arm(atNanoseconds: LoopTimer.now + pauseNanoseconds) }
    }

    private func tellWaiting() {
        let rooms = waiting
        waiting = []
        for room in rooms {
            waitingIDs.remove(ObjectIdentifier(room))
            if room.audience.isBeingTold { wait(for: room) } else { tell(room) }
        }
    }

    private func tell(_ room: RoomOutput) {
        let audience = room.audience
        audience.beginTelling()
        sender.fanout.send(
            to: audience.viewers, { [sender] in sender.tellWaiting(to: $0) },
            ended: { audience.endTelling(atNanoseconds: LoopTimer.now) })
    }
}
