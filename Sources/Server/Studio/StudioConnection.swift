import Access
import Broadcast
import Cluster
import HTTPRouting
import LiveRooms
import Texts
import Timeline
import Transport
import Webhooks
import Wire

/// The WebSocket connection of one studio page, which receives a room's feed.
final class StudioConnection: StreamClient {
    let stream: Stream
    unowned let output: RoomOutput
    let admission: Admission
    let caller: Caller
    /// The parts of the feed that the studio may see.
    let parts: Set<FeedPart>
    let hidden: HiddenMembers
    /// The rate limit of the studio's messages.
    var messages = TokenBucket()
    /// True if the studio has the room's last overview, so that a patch is enough.
    private var hasOverview = false
    /// The number of events and outcomes that were not sent since the last report.
    private var missed = 0
    private var isBehind = false
    /// The time of the last message to the studio, on the monotonic clock.
    private(set) var toldNanoseconds = LoopTimer.now

    var roomName: Text { output.name }

    /// Throws if the right to the stream has ended.
    init(stream: Stream, output: RoomOutput, admission: Admission) throws(Problem) {
        self.stream = stream
        self.output = output
        self.admission = admission
        caller = try admission.caller()
        parts = FeedPart.visible(to: caller, in: output.name)
        hidden = HiddenMembers(visible: parts)
    }

    /// True if the studio receives a part of the feed. Every studio receives messages of no part (nil).
    func sees(_ part: FeedPart?) -> Bool { part.map(parts.contains) ?? true }

    /// Sends the overview: the whole document at first, then the changes, if there are any.
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

    /// Sends an event or an outcome; nil: the message is over the rate limit and counts as missed.
    func tell(_ message: Message?) {
        if let message, !isBehind, send(message) { return }
        missed += 1
    }

    /// Sends a message. If the connection does not accept it, marks the studio as behind and returns false.
    func send(_ message: Message) -> Bool {
        if stream.send(message) {
            toldNanoseconds = LoopTimer.now
            return true
        }
        isBehind = true
        stream.notifyWhenWritable()
        return false
    }

    /// Ends the backlog: the connection accepts messages again.
    func catchUp() { isBehind = false }
}
