public import Texts
import Wire

/// The decoded content of a platform's delivery: its events, a retraction, a challenge, or the reason to ignore it.
public enum DeliveryContent: Hashable, Sendable {
    /// Platform events, and the parts of the delivery that are ignored.
    case happenings([PlatformEvent], beside: [PassedOver] = [])
    /// Retracts the events or streaks with these IDs. A group contains all possible IDs of one event.
    /// `type`: the platform's word for the retraction.
    case corrections([[Text]], type: Text, beside: [PassedOver] = [])
    /// The platform checks that the server knows the secret; the response must be this text.
    case challenge(Text)
    /// The platform will send no more events of a type, for this reason.
    case revoked(Reason)
    /// The whole delivery is ignored.
    case passed(PassedOver)

    /// The maximum number of events that one delivery retracts.
    private static let mostCorrections = 50

    /// Returns a retraction of the events whose IDs are in `field`; `prefix` precedes each ID.
    static func corrections(
        of ids: [JSON?], in field: Text, _ type: Text, prefix: Text = ""
    ) -> DeliveryContent {
        let known = ids.prefix(mostCorrections).compactMap {
            $0?.id.map { [(prefix + $0).asEventID] }
        }
        if known.isEmpty { return .passed(type, .namesNothing) }
        var beside: [PassedOver] = []
        if known.count < min(ids.count, mostCorrections) {
            beside.append(.init(type, .namesNothing))
        }
        if ids.count > mostCorrections { beside.append(.init(type, .tooMany(field))) }
        return .corrections(known, type: type, beside: beside)
    }

    /// Returns a retraction of one event, by its possible IDs.
    static func correction(of names: [Text?], _ type: Text) -> DeliveryContent {
        let known = names.compactMap { $0?.asEventID }
        return known.isEmpty ? .passed(type, .namesNothing) : .corrections([known], type: type)
    }

    static func passed(_ type: Text, _ reason: Reason, isPrivate: Bool = false) -> DeliveryContent {
        .passed(PassedOver(type, reason, isPrivate: isPrivate))
    }

    /// Returns the reading of a type that this version does not know or always ignores.
    static func unknown(_ type: Text, isPrivate: Bool = false) -> DeliveryContent {
        .passed(type, .unknownType, isPrivate: isPrivate)
    }
}
