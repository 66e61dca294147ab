import Broadcast
import Journal
import Platforms
import Stage
import Texts
import Wire

/// An event, with its ID, that the server makes for a room from a platform's delivery.
struct HookEvent {
    /// The ID: the source's name and the platform's ID; nil: the platform gives none.
    let id: Text?
    let kind: Event.Kind
    /// True if the event accompanies another event of the delivery.
    let isBeside: Bool

    /// The largest number of events from one part of a delivery.
    static let mostPlaces = 3

    /// Returns the ID of the event at a place, from 1, among the events of one part of a delivery.
    static func id(_ id: Text, at place: Int) -> Text { place == 1 ? id : "\(id):\(place)" }
}

extension HookEvent {
    /// Returns events that wait for approval, one for each main event. The events that accompany a main event
    /// follow it in `events`, and wait with it.
    static func held(_ events: [HookEvent], of source: Text) -> [HookEvent] {
        let wallMicroseconds = WallTime.now.microseconds
        let starts = events.indices.filter { $0 == 0 || !events[$0].isBeside }
        return zip(starts, starts.dropFirst() + [events.count]).map { start, end in
            HookEvent(
                id: events[start].id,
                kind: .hold(
                    HeldEvent(
                        source: source, wallMicroseconds: wallMicroseconds,
                        kinds: events[start..<end].map(\.kind))),
                isBeside: false)
        }
    }
}

extension PlatformEvent {
    /// Returns the events that it makes in a room. The IDs consist of the source's name and the platform's
    /// ID, so that a repeated delivery is recognized; accompanying events have their place as a suffix.
    func wanted(by rules: SourcesConfiguration, of source: Text) -> [HookEvent] {
        events(by: rules).map { place, kind in
            let own = id.map { HookEvent.id("\(source):\($0)", at: place) }
            return HookEvent(id: own, kind: kind, isBeside: place > 1)
        }
    }
}

extension Event.Kind {
    /// Returns this event without its pictures if the room's pages may not load one of them. A platform would
    /// not understand a refusal.
    func withoutForeignPictures(hosts: PictureHosts) -> Event.Kind {
        guard !pictureFaults(hosts: hosts).isEmpty else { return self }
        switch self {
        case .gift(let gift, let mark):
            return .gift(
                Gift(
                    sender: gift.sender.unpictured, item: gift.item.unpictured,
                    count: gift.count, streak: gift.streak, report: gift.report,
                    message: gift.message, origin: gift.origin), mark: mark)
        case .call(let person, let mark, let origin):
            return .call(person.unpictured, mark: mark, origin: origin)
        case .notice(let notice, let mark):
            return .notice(
                Notice(
                    kind: notice.kind, sender: notice.sender.unpictured, count: notice.count,
                    months: notice.months, title: notice.title, message: notice.message,
                    item: notice.item?.unpictured, origin: notice.origin), mark: mark)
        default: return self
        }
    }
}

extension GiftItem {
    fileprivate var unpictured: GiftItem {
        GiftItem(id: id, name: name, value: value, price: price, currency: currency)
    }
}

extension Person {
    fileprivate var unpictured: Person { Person(id: id, name: name) }
}
