import Journal
import Platforms
import Stage
import Texts
import Wire

/// An event that a delivery makes.
struct HookEvent {
    /// The platform's own id behind the source's name; nil: it has none.
    let id: Text?
    let kind: Event.Kind
    /// Whether it only comes with another one.
    let isBeside: Bool

    /// So many events one delivery makes of what happened.
    static let mostPlaces = 3

    /// The id of what has a place, from 1, in what a delivery of this id makes.
    static func id(_ id: Text, at place: Int) -> Text { place == 1 ? id : "\(id):\(place)" }
}

extension HookEvent {
    /// Events that wait for approval, one for each happening of a delivery. The events that come with a
    /// happening follow it in `events`, and wait with it.
    static func held(_ events: [HookEvent], of source: Text) -> [HookEvent] {
        let wallMicroseconds = WallTime.now.microseconds
        let starts = events.indices.filter { $0 == 0 || !events[$0].isBeside }
        return zip(starts, starts.dropFirst() + [events.count]).map { start, end in
            HookEvent(
                id: events[start].id,
                kind: .hold(
                    Hold(
                        source: source, wallMicroseconds: wallMicroseconds,
                        kinds: events[start..<end].map(\.kind))),
                isBeside: false)
        }
    }
}

extension Happening {
    /// What it makes in a room. Their ids are the platform's behind the source's name, so that a repeat is
    /// known; others that one delivery makes have their places behind it.
    func wanted(by rules: SourcesConfiguration, of source: Text) -> [HookEvent] {
        events(by: rules).map { place, kind in
            let own = id.map { HookEvent.id("\(source):\($0)", at: place) }
            return HookEvent(id: own, kind: kind, isBeside: place > 1)
        }
    }
}

extension Event.Kind {
    /// Without pictures if the room's pages would not fetch one of them: a platform can't be told.
    func withoutForeignPictures(hosts: [Text]?) -> Event.Kind {
        guard !pictureFaults(hosts: hosts).isEmpty else { return self }
        switch self {
        case .gift(let gift, let mark):
            return .gift(
                Gift(
                    sender: gift.sender.unpictured, present: gift.present.unpictured,
                    count: gift.count, streak: gift.streak, report: gift.report), mark: mark)
        case .call(let person, let mark): return .call(person.unpictured, mark: mark)
        default: return self
        }
    }
}

extension Present {
    fileprivate var unpictured: Present {
        Present(id: id, name: name, value: value, price: price, currency: currency)
    }
}

extension Person {
    fileprivate var unpictured: Person { Person(id: id, name: name) }
}
