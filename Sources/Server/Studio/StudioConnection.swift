import Texts
import Timeline
import Transport
import Wire

/// One studio's connection to a room's feed.
final class StudioConnection: StreamClient {
    let stream: Stream
    unowned let room: LiveRoom
    let admission: Admission
    let caller: Caller
    /// The parts of the feed that it receives.
    let parts: Set<FeedPart>
    let hidden: HiddenMembers
    /// How much it may say yet.
    var messages = TokenBucket()
    /// Whether it has the overview that the room's feed was last told, so that a patch will do.
    private var hasOverview = false
    /// How many events and outcomes it was not told since the last one.
    private var missed = 0
    private var isBehind = false
    /// When it was last told anything, on the monotonic clock.
    private(set) var toldNanoseconds = LoopTimer.now

    /// Throws if the right to the stream has ended.
    init(stream: Stream, room: LiveRoom, admission: Admission) throws(Problem) {
        self.stream = stream
        self.room = room
        self.admission = admission
        caller = try admission.caller()
        parts = FeedPart.visible(to: caller, in: room.name)
        hidden = HiddenMembers(visible: parts)
    }

    /// Whether the studio receives a part of the feed. Every studio receives messages of no part (nil).
    func sees(_ part: FeedPart?) -> Bool { part.map(parts.contains) ?? true }

    /// Tells it what goes on: all of it the first time, then what has changed, if anything has.
    func tell(overview: JSON, change: JSON?, at time: Instant) {
        guard !isBehind else {
            hasOverview = false
            return
        }
        if missed > 0, send(FeedMessage.missed(missed)) { missed = 0 }
        let news = hasOverview ? change : overview
        guard let news = news.map(hidden.removed(fromOverview:)), !news.members.isEmpty else {
            return
        }
        hasOverview = send(FeedMessage.overview(news, at: time, isFull: !hasOverview))
    }

    /// Tells it of an event or an outcome, unless there are too many.
    func tell(_ message: Message?) {
        if let message, !isBehind, send(message) { return }
        missed += 1
    }

    /// Sends a message, or marks the studio as behind.
    func send(_ message: Message) -> Bool {
        if stream.send(message) {
            toldNanoseconds = LoopTimer.now
            return true
        }
        isBehind = true
        stream.notifyWhenWritable()
        return false
    }

    /// Its connection takes messages again.
    func catchUp() { isBehind = false }
}
