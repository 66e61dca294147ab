import Journal
import Texts
import Transport

/// One WebSocket connection to a room.
final class Viewer: RoundRobinMember, StreamClient {
    // What every frame asks for comes first, as in `LiveRoom`.

    let stream: Stream
    unowned let room: LiveRoom
    /// The number of the frame it was last sent; 0: none yet.
    var sentSeq: Int64 = 0
    /// Frames a second it wants, from 1 to the server's rate.
    var rate: Int
    /// Since when its connection takes no messages, on the monotonic clock; nil while it does.
    private(set) var behindSinceNanoseconds: UInt64?
    let form: FrameForm
    let role: StreamRole
    /// Whether it says that it can be seen, and that counts; its audience's to set.
    var isVisible = false
    /// Messages other than frames that wait to be sent, oldest first.
    private(set) var notices: [Message] = []
    /// How many frames a second it is really sent.
    var measured = FrameRate()

    let admission: Admission
    let caller: Caller
    /// Its number, which no other viewer has had since the server's start.
    let number: Int
    let since = WallTime.now
    /// The same in log time, in microseconds, which is that of all servers.
    let sinceMicroseconds: Int64
    /// The build and the size that its page reports.
    var about = About()
    /// Whether it says that it is part of what goes on air.
    var isActive = false
    /// Whether it says that it can be seen.
    var saysVisible = false
    /// Its index among its audience's viewers.
    var audienceIndex = 0
    /// How much it may say yet.
    var messages = TokenBucket()
    /// What it may ask of the room yet.
    var interactions = InteractionLimit()
    /// Whether what it is sent counts as shown: only overlays do, not previews.
    var counts: Bool { role == .overlay }
    /// How much it is one that is to be heard: 0, if nobody sees it; 2 at most.
    var loudness: Int { counts && isVisible ? (isActive ? 2 : 1) : 0 }

    /// The loudness by which its audience has it among those that may be heard; its to set.
    var heardLoudness = 0

    /// Whether it was sent the room's newest frame.
    var hasNewest: Bool { sentSeq > 0 && sentSeq == room.audience.frames.seq }
    /// Whether its connection takes no messages at the moment.
    var isBehind: Bool { behindSinceNanoseconds != nil }
    /// Whether it is one of the `Stragglers`, which close it if it stays behind.
    var isStraggler = false
    /// Its turn to be told by `Heartbeat` that its connection lives.
    var turn: Turn?

    struct About {
        var build: Text?
        var width: Int?
        var height: Int?
    }

    private static let noticeLimit = 16

    /// Throws if the right to the stream has ended.
    init(
        stream: Stream, number: Int, role: StreamRole, room: LiveRoom, admission: Admission,
        rate: Int
    ) throws(Problem) {
        self.stream = stream
        self.number = number
        self.role = role
        form = FrameForm(subprotocol: stream.subprotocol)
        self.room = room
        sinceMicroseconds = room.logClock.now
        self.admission = admission
        caller = try admission.caller()
        self.rate = rate
    }

    /// Adds a message to the notices. If there are too many, the oldest is dropped.
    func enqueue(_ notice: Message) {
        if notices.count == Self.noticeLimit { notices.removeFirst() }
        notices.append(notice)
    }

    /// Sends a message, or marks the viewer as behind; returns whether it was sent.
    func send(_ message: Message) -> Bool {
        if stream.send(message) { return true }
        behindSinceNanoseconds = LoopTimer.now
        stream.notifyWhenWritable()
        return false
    }

    /// Shortens the time for which the viewer has been behind by `nanoseconds`, in which the server itself
    /// stood still.
    func excuse(nanoseconds: UInt64, atNanoseconds now: UInt64) {
        behindSinceNanoseconds = behindSinceNanoseconds.map { min($0 + nanoseconds, now) }
    }

    /// Notes that its connection takes messages again.
    func catchUp() {
        behindSinceNanoseconds = nil
    }

    /// Sends the notices; false if the connection does not take them all.
    func sendNotices() -> Bool {
        while let notice = notices.first {
            guard send(notice) else { return false }
            notices.removeFirst()
        }
        return true
    }

    /// Whether the viewer is served at the frame clock's tick of this number: at `rate` of each
    /// second's `ticksPerSecond`, evenly spread.
    func takes(tick: UInt64, of ticksPerSecond: Int) -> Bool {
        let rate = UInt64(rate)
        let all = UInt64(ticksPerSecond)
        return rate >= all || (tick + 1) * rate / all != tick * rate / all
    }
}
