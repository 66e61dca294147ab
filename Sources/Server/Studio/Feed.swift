import Access
import Broadcast
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Timeline
import Transport
import Webhooks
import Wire

/// Sends a room's live feed to its studios, with the overview once a second, and events and outcomes up to a rate
/// limit.
///
/// Belongs to the event loop's thread. Only a room with a studio has a feed.
final class Feed: RoomObserver {
    /// The largest number of items of each queue in the overview.
    private static let mostWaiting = 50
    /// The largest number of viewers in the overview.
    private static let mostViewers = 50

    private unowned let output: RoomOutput
    private(set) var studios: [StudioConnection] = []
    /// The last overview that was sent.
    private(set) var overview = JSON.object([])
    private var news = NewsPace()
    /// The expected entry times of waiting items, and the room's change count at that time.
    private var expected: (entries: ExpectedEntries, changes: UInt64)?
    private var asker: Forecasts.Asker?
    private var missed: MissedDeliveries?
    private var pace = QueuePace()

    var streams: [Stream] { studios.map(\.stream) }

    init(of output: RoomOutput) { self.output = output }

    func add(_ studio: StudioConnection) { studios.append(studio) }

    /// Removes a studio. After the last one, a pending forecast is canceled.
    func remove(_ studio: StudioConnection, _ forecasts: Forecasts) {
        studios.removeAll { $0 === studio }
        if studios.isEmpty, let asker { forecasts.leave(asker) }
    }

    // MARK: Events and outcomes

    func eventWasApplied(_ kind: Event.Kind, _ entry: @autoclosure () -> JSON, steers: Bool) {
        if steers { pace.hurry() }
        guard news.takesEvent() else { return tell(nil, of: kind.feedPart) }
        let entry = entry()
        let message = FeedMessage.event(entry)
        news.noteTold(bytes: message.count)
        for studio in studios where studio.sees(kind.feedPart) {
            studio.tell(studio.hidden.removed(fromEvent: entry).map(FeedMessage.event) ?? message)
        }
    }

    func itemsMoved(_ milestones: [Milestone]) {
        for milestone in milestones where !milestone.isToldByEvent {
            tell(news.takesOutcome() ? FeedMessage.outcome(milestone) : nil)
        }
    }

    func itemsWereSent(_ ids: [Text], at wall: WallTime) {
        for id in ids {
            tell(news.takesOutcome() ? FeedMessage.sent(id, at: wall) : nil, of: .viewers)
        }
    }

    /// Sends a message to the studios that see this part of the feed; nil: a message over the rate limit.
    private func tell(_ message: Message?, of part: FeedPart? = nil) {
        if let message { news.noteTold(bytes: message.count) }
        for studio in studios where studio.sees(part) { studio.tell(message) }
    }

    // MARK: The overview

    /// Begins the next second: sends the overview, after a forecast of the queue if one is needed.
    func refresh(faults: [Text], missed: MissedDeliveries, _ forecasts: Forecasts) {
        self.missed = missed
        news.beginSecond()
        pace.beginSecond()
        guard asker == nil else { return }
        let timeline = output.timeline
        guard timeline.room.waitingCount > 0, expected?.changes != timeline.changes else {
            return publish(timeline.room, faults)
        }
        // A room that changes during the forecast needs another one: the entries describe the room before the
        // change.
        let changes = timeline.changes
        do throws(Problem) {
            asker = try forecasts.ask(
                about: timeline.room, of: timeline.name, isWritten: false
            ) { [weak self] forecast in
                guard let self else { return }
                asker = nil
                expected = (forecast.entries, changes)
                publish(forecast.room, faults)
            }
        } catch {
            // Too many requests wait for forecasts: send the expected times in a later second.
            expected = nil
            publish(timeline.room, faults)
        }
    }

    private func publish(_ stage: Room, _ faults: [Text]) {
        let doing = stage.overview(most: Self.mostWaiting)
        let known = stage.waitingCount > 0 ? expected?.entries : nil
        var now = JSON.object(
            [
                .init("running", .bool(output.timeline.isRunning)),
                .init("lastSeq", .number(Double(output.seq))),
                .init("faults", .array(faults.map(JSON.string))),
                .init("viewers", ViewersDocument.byID(output, most: Self.mostViewers)),
                .init("viewersLength", .number(Double(output.viewerCount))),
            ] + (missed?.members ?? [])
                + StudioOverview.write(
                    doing, expected: known ?? ExpectedEntries(unknown: doing.waiting)))
        let tellsQueue = pace.isDue || doing.waiting.combos == 0
        if !tellsQueue { now = now.keeping(["queue", "queueEnd"], of: overview) }
        let change = overview.patch(to: now)
        if tellsQueue { pace.noteTold(bytes: change?["queue"]?.encoded.count ?? 0) }
        overview = now
        for studio in studios { studio.tell(overview: now, change: change, at: stage.now) }
    }
}

extension JSON {
    /// Returns this object with the members `keys` as in the other object, also if they are missing there.
    fileprivate func keeping(_ keys: [Text], of other: JSON) -> JSON {
        .object(
            members.filter { !keys.contains($0.key) }
                + other.members.filter { keys.contains($0.key) })
    }
}

extension RoomOutput {
    /// The feed to the room's studios; nil while no studio is connected.
    var feed: Feed? { observer as? Feed }
}

extension Milestone {
    /// True if the feed's message about the event says this step.
    fileprivate var isToldByEvent: Bool {
        switch step {
        case .queued, .dropped: true
        case .entered, .left, .messageHidden: false
        }
    }
}
