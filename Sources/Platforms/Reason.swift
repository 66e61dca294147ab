public import Texts

/// The reason why a delivery is ignored or refused, as a word for programs and a sentence for people.
public struct Reason: Error, Hashable, Sendable {
    /// The name of the reason, the same in every version.
    public let word: Text
    /// The subject of the reason: a field, an ID or a type.
    public let about: Text?
    public let sentence: String

    public init(_ word: Text, about: Text? = nil, _ sentence: String) {
        self.word = word
        self.about = about
        self.sentence = sentence
    }
}

extension Reason {
    public static let unknownType = Reason("unknown-type", "nothing is made of this type")
    public static let hidden = Reason(
        "hidden", "the room's configuration shows nothing of this kind")
    static let countedWithGift = Reason(
        "counted-with-gift", "the gift that it came with is counted")
    static let countedInParts = Reason(
        "counted-in-parts", "it sums up gifts that are counted already")
    static let shownBefore = Reason("shown-before", "it was shown when it was redeemed")
    static let noGift = Reason("no-gift", "it has no gift, or no number of it above 0")
    static let noSender = Reason(
        "no-sender", "it names no sender, so its streak's end counts")
    static let unpaid = Reason("unpaid", "it is not paid yet")
    static func partRefund(_ amount: Text? = nil) -> Reason {
        let suffix = amount.map { ": \($0)" } ?? ""
        return Reason("part-refund", about: amount, "only a part of it was refunded\(suffix)")
    }

    static let noPayment = Reason("no-payment", "it reports no payment")
    static let notAsked = Reason("not-asked", "the mapping's when asks for other deliveries")
    static let unreadable = Reason("unreadable-part", "its binary part can't be read")

    /// The delivery's ID was recorded with other content.
    public static func taken(_ id: Text) -> Reason {
        Reason("id-taken", about: id, "\(id) was recorded with other content")
    }

    static let namesNothing = Reason("names-nothing", "it does not say what it takes back")

    static func noAmount(_ field: Text) -> Reason {
        Reason("no-amount", about: field, "\(field) is no amount above 0")
    }

    /// `currency`: the donation's.
    public static func otherCurrency(_ currency: Text) -> Reason {
        Reason(
            "other-currency", about: currency,
            "its amount has no value: the room counts another currency than \(currency)")
    }

    static func noNumber(_ field: Text) -> Reason {
        Reason("no-number", about: field, "\(field) is no number above 0")
    }

    static func noObject(_ field: Text) -> Reason {
        Reason("no-object", about: field, "\(field) is no object")
    }

    /// The field has more IDs than one delivery may retract.
    static func tooMany(_ field: Text) -> Reason {
        Reason("too-many", about: field, "\(field) has more than one delivery may take back")
    }

    /// `ids`: the unknown IDs, if other IDs of the delivery are known.
    public static func notHere(_ ids: Text? = nil) -> Reason {
        let suffix = ids.map { ": \($0)" } ?? ""
        return Reason("not-here", about: ids, "what it takes back is not known here\(suffix)")
    }

    /// An event of this kind that accompanies a gift found no space.
    public static func noPlace(_ kind: Text) -> Reason {
        Reason("no-place", about: kind, "the gift came, and the room has no place for its \(kind)")
    }

    public static func takesBack(_ ids: Text) -> Reason {
        Reason("takes-back", about: ids, "it takes back \(ids)")
    }

    public static let challenge = Reason("challenge", "it is a challenge")

    /// `what`: the type, and the platform's explanation.
    static func revoked(_ what: Text) -> Reason {
        Reason("revoked", about: what, "the platform sends no more \(what)")
    }

    /// The reasons that stand for a `DeliveryFault`.
    public static let forged = Reason(
        "forged",
        "Nothing was recorded. Compare the secret at the platform with the room's.")
    public static let stale = Reason(
        "stale",
        "It was signed at another time: too long ago, or the clocks differ. Nothing was recorded.")

    /// One reason for each word.
    public static let all = [
        unknownType, hidden, countedWithGift, countedInParts, shownBefore, noGift, noSender, unpaid,
        partRefund("…"), noPayment, notAsked, unreadable, taken("…"), namesNothing,
        noAmount("…"), otherCurrency("…"), noNumber("…"), noObject("…"), tooMany("…"),
        notHere(), noPlace("…"), takesBack("…"), challenge, revoked("…"), forged, stale,
    ]
}
