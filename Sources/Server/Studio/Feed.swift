import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// What a room's studios are told: what goes on, at most once a second, and each event and outcome,
/// as long as there are not too many.
///
/// Belongs to the loop's thread. A room that no studio watches has none.
final class Feed {
    /// So many of each queue are told.
    private static let mostWaiting = 50
    /// So many viewers are told of.
    private static let mostViewers = 50

    private unowned let room: LiveRoom
    private(set) var studios: [StudioConnection] = []
    /// What all have been told.
    private(set) var overview = JSON.object([])
    private var news = NewsPace()
    /// When what waits will enter, and after how many of the room's changes that was so.
    private var expected: (entries: ExpectedEntries, changes: UInt64)?
    private var asker: Forecasts.Asker?
    private var missed: MissedDeliveries?
    private var pace = QueuePace()

    init(of room: LiveRoom) { self.room = room }

    func add(_ studio: StudioConnection) { studios.append(studio) }

    /// Takes one out; the feed ends with the last.
    func remove(_ studio: StudioConnection, _ forecasts: Forecasts) {
        studios.removeAll { $0 === studio }
        if studios.isEmpty, let asker { forecasts.leave(asker) }
    }

    // MARK: Events and outcomes

    /// An event of this kind was recorded; `entry` is as the history has it. `steers`: it changes what waits
    /// otherwise than by adding to it.
    func note(_ kind: Event.Kind, _ entry: @autoclosure () -> JSON, steers: Bool) {
        if steers { pace.hurry() }
        guard news.takesEvent() else { return tell(nil, of: kind.feedPart) }
        let entry = entry()
        let message = FeedMessage.event(entry)
        news.noteTold(bytes: message.count)
        for studio in studios where studio.sees(kind.feedPart) {
            studio.tell(studio.hidden.removed(fromEvent: entry).map(FeedMessage.event) ?? message)
        }
    }

    func note(_ milestone: Milestone) {
        tell(news.takesOutcome() ? FeedMessage.outcome(milestone) : nil)
    }

    func noteSent(_ ids: [Text], at wall: WallTime) {
        for id in ids {
            tell(news.takesOutcome() ? FeedMessage.sent(id, at: wall) : nil, of: .viewers)
        }
    }

    /// Tells the studios that see this part of the feed.
    private func tell(_ message: Message?, of part: FeedPart? = nil) {
        if let message { news.noteTold(bytes: message.count) }
        for studio in studios where studio.sees(part) { studio.tell(message) }
    }

    // MARK: The overview

    /// Begins another second: what goes on is told, as soon as it is known when what waits will enter.
    func refresh(faults: [Text], missed: MissedDeliveries, _ forecasts: Forecasts) {
        self.missed = missed
        news.beginSecond()
        pace.beginSecond()
        guard asker == nil else { return }
        guard room.room.waitingCount > 0, expected?.changes != room.changes else {
            return publish(room.room, faults)
        }
        // A change during the forecast needs another one: its entries are of the room as it was.
        let changes = room.changes
        do throws(Problem) {
            asker = try forecasts.ask(about: room, isWritten: false) { [weak self] forecast in
                guard let self else { return }
                asker = nil
                expected = (forecast.entries, changes)
                publish(forecast.room, faults)
            }
        } catch {
            // Too many ask: when what waits will enter is told another time.
            expected = nil
            publish(room.room, faults)
        }
    }

    private func publish(_ stage: Room, _ faults: [Text]) {
        let doing = stage.overview(most: Self.mostWaiting)
        let known = stage.waitingCount > 0 ? expected?.entries : nil
        var now = JSON.object(
            [
                .init("running", .bool(room.isRunning)),
                .init("lastSeq", .number(Double(room.seq))),
                .init("faults", .array(faults.map(JSON.string))),
                .init("viewers", ViewersDocument.byID(room, most: Self.mostViewers)),
                .init("viewersLength", .number(Double(room.viewerCount))),
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
    /// This object with some members as another one has them, or has them not.
    fileprivate func keeping(_ keys: [Text], of other: JSON) -> JSON {
        .object(
            members.filter { !keys.contains($0.key) }
                + other.members.filter { keys.contains($0.key) })
    }
}
