import Broadcast
import History
import Journal
import LiveRooms
package import Platforms
package import Stage
package import Texts
package import Wire

/// An event, with its ID, that the server makes for a room from a platform's delivery.
struct HookEvent {
    let id: Text?
    let kind: Event.Kind
    let role: Role

    /// The part that an event has among the events of one platform event.
    enum Role {
        /// The main event, such as the gift. The server records the other events of its platform event only together with it.
        case main
        /// It accompanies the main event, such as the caption with its message.
        case beside
        /// The notice of the main event.
        case notice
    }

    init(id: Text?, kind: Event.Kind, role: Role = .main) {
        self.id = id
        self.kind = kind
        self.role = role
    }

    /// True if the event accompanies another event of the delivery.
    var isBeside: Bool { role != .main }

    /// The largest number of events from one part of a delivery.
    static let mostEvents = EventID.mostPlaces + 1

    fileprivate static func id(_ id: Text, at place: PlatformEvent.Place) -> Text {
        place == .notice ? EventID.notice(of: id) : EventID.part(of: id, at: place.rawValue)
    }
}

/// The events that one platform event makes in a room, the most specific first.
struct HookGroup {
    /// The ID of the main event: the source's name and the platform's ID, so that a repeated delivery is recognized;
    /// a new ID if the platform gives none.
    let id: Text
    let events: [HookEvent]

    /// `first`: the first event of an earlier delivery that reported all its gifts, which need no other notice.
    /// `leader`: the first event of the same delivery; nil: it is the first event of this group.
    init(
        _ happening: PlatformEvent, by rules: SourcesConfiguration, of source: Text,
        id: Text, first: Text? = nil, leader: Text? = nil
    ) {
        self.id = id
        var kinds = happening.events(by: rules, of: source)
        if first != nil { kinds.removeAll { $0.place == .notice } }
        let bomb = happening.bomb.map { EventID.notice(of: "\(source):\($0)") }
        let earlier = first ?? bomb ?? leader
        let hasNotice = kinds.first?.place == .notice
        let with = earlier ?? (hasNotice ? EventID.notice(of: id) : nil)
        let isAlone = kinds.count == 1
        events = kinds.map { place, kind in
            let isNotice = place == .notice
            return HookEvent(
                id: HookEvent.id(id, at: place),
                kind: kind.coming(from: Origin(source: source, with: isNotice ? earlier : with)),
                role: isNotice ? (isAlone ? .main : .notice) : place == .main ? .main : .beside)
        }
    }

    private init(id: Text, events: [HookEvent]) {
        self.id = id
        self.events = events
    }

    /// Returns this group without the events for which `isExcluded` is true.
    func without(_ isExcluded: (HookEvent) -> Bool) -> HookGroup {
        HookGroup(id: id, events: events.filter { !isExcluded($0) })
    }

    /// Returns the event that waits for approval in place of the group. The events that accompany the main event wait
    /// with it.
    func held(of source: Text) -> HookEvent {
        let order: [HookEvent.Role] = [.main, .beside, .notice]
        let kinds = order.flatMap { role in events.filter { $0.role == role }.map(\.kind) }
        return HookEvent(
            id: id,
            kind: .hold(
                HeldEvent(
                    source: source, wallMicroseconds: WallTime.now.microseconds, kinds: kinds)))
    }
}

extension PlatformEvent {
    /// The ID of the main event that it makes in a room.
    package func eventID(of source: Text) -> Text {
        id.map { "\(source):\($0)" } ?? EventID.random()
    }
}

extension Event.Kind {
    /// Returns this event without its pictures if the room's pages may not load one of them. A platform would
    /// not understand a refusal.
    package func withoutForeignPictures(hosts: PictureHosts) -> Event.Kind {
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
