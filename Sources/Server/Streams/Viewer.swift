import Journal
import Texts
import Transport

/// One WebSocket connection to a room.
final class Viewer: TurnTaker, Visitor {
    let stream: Stream
    let form: FrameForm
    let caller: Caller
    unowned let room: LiveRoom
    /// The frame it was last sent; 0: none yet.
    var shown: Int64 = 0
    /// Frames a second it wants, from 1 to the server's rate.
    var rate: Int
    /// Tells it from the others of the server.
    let number: Int
    let role: StreamRole
    let since = WallTime.now
    /// What it says of itself.
    var about = About()
    /// Whether it says that it is part of what goes on air.
    var isActive = false
    /// How many frames a second it is sent.
    var measured = FrameRate()
    /// Whether it says that it can be seen.
    var saysVisible = false
    /// Whether that counts; its audience's to set.
    var isVisible = false
    /// Where its audience keeps it.
    var place = 0
    /// How much it may say yet.
    var messages = TokenBucket()
    /// What it may ask of the room yet.
    var allowance = Allowance()
    /// Since when its connection has taken nothing, on the monotonic clock; nil while it does.
    private(set) var behindSinceNanoseconds: UInt64?
    /// Whether what it is sent counts as seen: by a preview nothing is.
    var counts: Bool { role == .overlay }
    /// Whether it was sent the room's newest frame.
    var hasNewest: Bool { shown > 0 && shown == room.audience.frames.seq }
    /// Whether it waits for its connection to take more.
    var isBehind: Bool { behindSinceNanoseconds != nil }
    /// Whether it is among the stragglers.
    var isWatched = false
    /// When it is told that its connection lives.
    var turn: Turn?
    /// What it is owed beside frames, oldest first.
    private(set) var notices: [Message] = []

    struct About {
        var build: Text?
        var width: Int?
        var height: Int?
    }

    private static let noticeLimit = 16

    init(
        stream: Stream, number: Int, role: StreamRole, room: LiveRoom, caller: Caller, rate: Int
    ) {
        self.stream = stream
        self.number = number
        self.role = role
        form = FrameForm(subprotocol: stream.subprotocol)
        self.room = room
        self.caller = caller
        self.rate = rate
    }

    /// Owes the viewer a message; a viewer that takes none for long loses the oldest.
    func owe(_ notice: Message) {
        if notices.count == Self.noticeLimit { notices.removeFirst() }
        notices.append(notice)
    }

    /// Sends a message, or marks the viewer as behind.
    func send(_ message: Message) -> Bool {
        if stream.send(message) { return true }
        behindSinceNanoseconds = LoopTimer.now
        stream.notifyWhenWritable()
        return false
    }

    /// Takes `nanoseconds` in which nobody served it off the time for which it has been behind.
    func excuse(nanoseconds: UInt64) {
        behindSinceNanoseconds = behindSinceNanoseconds.map {
            min($0 + nanoseconds, LoopTimer.now)
        }
    }

    /// Its connection takes messages again.
    func catchUp() {
        behindSinceNanoseconds = nil
    }

    /// Sends what is owed; false where the connection does not take it all.
    func sendNotices() -> Bool {
        while let notice = notices.first {
            guard send(notice) else { return false }
            notices.removeFirst()
        }
        return true
    }

    /// Whether the frame clock's tick of this number is one at which the viewer is served, of
    /// `ticksPerSecond`.
    func takes(tick: UInt64, of ticksPerSecond: Int) -> Bool {
        let rate = UInt64(rate)
        let all = UInt64(ticksPerSecond)
        return rate >= all || (tick + 1) * rate / all != tick * rate / all
    }
}
