import Access
import Broadcast
import Cluster
import HTTPRouting
import History
import LiveRooms
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// A part of a room's feed to studios that not every role may see. A studio receives the parts that its caller may also
/// request over HTTP; the other parts are removed from its messages.
enum FeedPart: CaseIterable {
    /// The pages that show the room: the overview's `viewers`, and outcomes of the status `sent`.
    case viewers
    /// The deliveries of platforms that are missing in the totals: the overview's `sources`.
    case sources
    /// The room's configuration: the hello message's `stage` and `look`, and events of the type
    /// `config`.
    case configuration
    /// The words and senders that moderators block: events of the types `block` and `unblock`.
    case blocklist
    /// The id of the key that sent an event: the event's `by`.
    case authors

    /// The permission for the part, and for the route that returns the same data.
    var permission: AccessRule { .only(self == .blocklist ? [.moderator, .owner] : [.owner]) }

    /// The parts that a caller receives of a room's feed.
    static func visible(to caller: Caller, in room: Text) -> Set<FeedPart> {
        Set(allCases.filter { $0.permission.allows(caller, in: room) })
    }

    /// The keys of the overview that belong to the part.
    fileprivate var overviewKeys: [Text] {
        switch self {
        case .viewers: ["viewers", "viewersLength"]
        case .sources: ["sources"]
        case .configuration, .blocklist, .authors: []
        }
    }

    /// The keys of an event that belong to the part.
    fileprivate var eventKeys: [Text] {
        switch self {
        case .authors: ["by"]
        case .viewers, .sources, .configuration, .blocklist: []
        }
    }
}

extension Event.Kind {
    /// The part of a feed that an event of this kind belongs to; nil: every studio receives it.
    var feedPart: FeedPart? {
        switch self {
        case .configure: .configuration
        case .block, .unblock: .blocklist
        default: nil
        }
    }
}

/// The members of a feed's messages that a studio does not receive.
struct HiddenMembers {
    private let overview: Set<Text>
    private let event: Set<Text>

    init(visible: Set<FeedPart>) {
        let hidden = FeedPart.allCases.filter { !visible.contains($0) }
        overview = Set(hidden.flatMap(\.overviewKeys))
        event = Set(hidden.flatMap(\.eventKeys))
    }

    /// Removes them from an overview, or from a change of one.
    func removed(fromOverview members: JSON) -> JSON { members.without(overview) }

    /// Removes them from an event; nil if it has none of them.
    func removed(fromEvent entry: JSON) -> JSON? {
        entry.members.contains { event.contains($0.key) } ? entry.without(event) : nil
    }
}

extension JSON {
    fileprivate func without(_ keys: Set<Text>) -> JSON {
        keys.isEmpty ? self : .object(members.filter { !keys.contains($0.key) })
    }
}
