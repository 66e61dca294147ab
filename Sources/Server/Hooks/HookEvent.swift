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
}

extension Happening {
    /// What it makes in a room. Their ids are the platform's behind the source's name, so that a repeat is
    /// known; others that one delivery makes have their places behind it.
    func wanted(by rules: SourcesConfiguration, of source: Text) -> [HookEvent] {
        events(by: rules).map { place, kind in
            let own = id.map {
                place == 1 ? "\(source):\($0)" : "\(source):\($0):\(place)" as Text
            }
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
            let present = gift.present
            return .gift(
                Gift(
                    sender: gift.sender.unpictured,
                    present: Present(id: present.id, name: present.name, value: present.value),
                    count: gift.count, streak: gift.streak), mark: mark)
        case .call(let person, let mark): return .call(person.unpictured, mark: mark)
        default: return self
        }
    }
}

extension Person {
    fileprivate var unpictured: Person { Person(id: id, name: name) }
}
