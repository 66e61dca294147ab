package import Access
package import HTTPRouting
package import Journal
package import RoomRuntime
package import Texts
package import Transport

/// A client's WebSocket connection on which the server sends the frames of a room, such as to an overlay page in OBS.
///
/// It has many stored properties because each viewer has limits, a place in the frames and a report of its own.
package final class Viewer: RoundRobinMember, StreamClient {
    // The fields that every frame needs come first, as in `RoomTimeline`.

    package let stream: Stream
    package unowned let output: RoomOutput
    /// The number of the last frame that it was sent; 0: none yet.
    package var sentSeq: Int64 = 0
    /// The frames a second that it wants, from 1 to the server's rate.
    package var rate: Int
    /// The time since which its connection accepts no messages, on the monotonic clock; nil while it does.
    package private(set) var behindSinceNanoseconds: UInt64?
    package let form: FrameForm
    package let role: StreamRole
    /// True if it reports that it is visible, and its key counts. Its audience sets this.
    package var isVisible = false
    /// Messages other than frames that wait to be sent, oldest first.
    package private(set) var notices: [Message] = []
    /// The measured frames a second that it is sent.
    package var measured = FrameRate()

    package let admission: Admission
    package let caller: Caller
    /// Its number, which is unique since the server's start.
    package let number: Int
    package let since = WallTime.now
    /// Also `since`, but in log time, in microseconds, which servers can compare.
    package let sinceMicroseconds: Int64
    /// The build and the size that its page reports.
    package var about = About()
    /// The reduction of the decoration that its page reports; 0: none.
    package var reduction = 0
    /// The rate limit of its reports.
    package var reports = TokenBucket()
    /// True if its page reports that it is active, which means on air.
    package var isActive = false
    /// True if its page reports that it is visible.
    package var saysVisible = false
    /// Its index among its audience's viewers.
    var audienceIndex = 0
    /// The rate limit of its messages.
    package var messages = TokenBucket()
    /// The rate limit of its taps and dismissals.
    package var interactions = InteractionLimit()
    /// True if frames that it is sent count as shown: those of overlays do, those of previews do not.
    package var counts: Bool { role == .overlay }
    /// Its priority for the room's audio output: 0 hidden, 1 visible, 2 active.
    var loudness: Int { counts && isVisible ? (isActive ? 2 : 1) : 0 }

    /// The priority under which its audience lists it. Its audience sets this.
    var heardLoudness = 0

    /// True if it was sent the room's newest frame.
    var hasNewest: Bool { sentSeq > 0 && sentSeq == output.audience.frames.seq }
    /// True while its connection accepts no messages.
    package var isBehind: Bool { behindSinceNanoseconds != nil }
    /// True if `Stragglers` lists it and will close it if it stays behind.
    var isStraggler = false
    /// Its slot in the schedule of `Heartbeat`.
    package var turn: Turn?

    package struct About {
        package var build: Text?
        package var width: Int?
        package var height: Int?

        package init(build: Text? = nil, width: Int? = nil, height: Int? = nil) {
            self.build = build
            self.width = width
            self.height = height
        }
    }

    private static let noticeLimit = 16
    /// A page reports at most once a second. The burst allows for uneven arrival.
    package static let reportRate = Rate(perSecond: 1, burst: 3)

    package var roomName: Text { output.name }

    /// Throws if the right to the stream has ended.
    package init(
        stream: Stream, number: Int, role: StreamRole, output: RoomOutput, admission: Admission,
        rate: Int
    ) throws(Problem) {
        self.stream = stream
        self.number = number
        self.role = role
        form = FrameForm(subprotocol: stream.subprotocol)
        self.output = output
        sinceMicroseconds = output.timeline.logClock.now
        self.admission = admission
        caller = try admission.caller()
        self.rate = rate
    }

    /// Adds a message to the notices. If there are too many, the oldest is dropped.
    package func enqueue(_ notice: Message) {
        if notices.count == Self.noticeLimit { notices.removeFirst() }
        notices.append(notice)
    }

    /// Sends a message, or marks the viewer as behind; returns true if it was sent.
    package func send(_ message: Message) -> Bool {
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

    /// Notes that its connection accepts messages again.
    package func catchUp() {
        behindSinceNanoseconds = nil
    }

    /// Sends the notices; returns false if the connection does not accept all of them.
    func sendNotices() -> Bool {
        while let notice = notices.first {
            guard send(notice) else { return false }
            notices.removeFirst()
        }
        return true
    }

    /// True if the viewer gets a frame at the frame clock's tick of this number. Its ticks are spread evenly: `rate` of
    /// `ticksPerSecond`.
    package func takes(tick: UInt64, of ticksPerSecond: Int) -> Bool {
        let rate = UInt64(rate)
        let all = UInt64(ticksPerSecond)
        return rate >= all || (tick + 1) * rate / all != tick * rate / all
    }
}
