public import Stage
public import Texts

/// Something that happened on a platform, in the one form that all platforms' are brought to.
public struct Happening: Hashable, Sendable {
    /// The platform's own id of it, the same in each repetition; nil: it has none.
    public let id: Text?
    public let deed: Deed
    public let sender: Person
    /// What the sender wrote, if everybody may read it.
    public let message: Text?

    public enum Deed: Hashable, Sendable {
        case follow
        /// The sender brought so many viewers.
        case raid(viewers: Int)
        /// The sender redeemed a reward of this title.
        case redemption(Text)
        /// The platform's own gifts, subscriptions too. Of a streak's part `count` is what the streak has
        /// come to.
        case gift(Present, count: Int, streak: StreakPart? = nil)
        case donation(Amount)
        /// Something that was paid for, which has a name of its own.
        case purchase(Present, Amount)
        /// What the owner's own mapping has made.
        case event(Event.Kind)
    }

    init(id: Text?, _ deed: Deed, by sender: Person, message: Text? = nil) {
        self.id = id.flatMap(Self.fitted)
        self.deed = deed
        self.sender = sender
        self.message = message
    }

    /// The money that it brought; nil: none.
    public var amount: Amount? {
        switch deed {
        case .donation(let amount), .purchase(_, let amount): amount
        case .follow, .raid, .redemption, .gift, .event: nil
        }
    }

    /// An id that may be too long for one of an event.
    private static func fitted(_ id: Text) -> Text? {
        let fitted = id.fitted(to: 150)
        return fitted == id ? id : nil
    }
}

extension Person {
    /// Somebody on a platform: by the id that they have there, of whatever name.
    ///
    /// Nobody's name makes two the same: who is anonymous or masked is somebody else each time, known by
    /// the message in which they came.
    init(of kind: Text, id: Text?, name: Text?, avatar: Text? = nil, message: Text?) {
        let own = id.map { "\(kind):\($0)" as Text } ?? message.map { "\(kind):?\($0)" as Text }
        self.init(
            id: own.flatMap { $0.fitted(to: 200) == $0 ? $0 : nil },
            name: name?.fitted(to: 200) ?? "anonymous",
            avatar: avatar.flatMap { $0.isPicture ? $0 : nil })
    }
}

extension Present {
    /// A platform's gift, by the id that it has there.
    init(of kind: Text, id: Text, name: Text, image: Text? = nil, price: Int? = nil) {
        let own: Text = "\(kind):\(id)"
        self.init(
            id: own.fitted(to: 200), name: name.fitted(to: 200) ?? "gift",
            image: image.flatMap { $0.isPicture ? $0 : nil }, price: price.map(Self.bounded))
    }

    /// A price within the bounds of an event's.
    private static func bounded(_ price: Int) -> Int { min(max(price, 0), 1_000_000_000_000) }
}

extension Text {
    /// With at most so many characters, in four times as many bytes, and spaces for control characters;
    /// nil if nothing is left.
    func fitted(to most: Int) -> Text? {
        let isPlain = scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        var text = self
        if !isPlain {
            var plain = String.UnicodeScalarView()
            for scalar in scalars {
                let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                plain.append(isControl ? " " : scalar)
            }
            text = Text(String(plain))
        }
        if text.byteCount > most {
            var bytes = 0
            let characters = text.characters.prefix(most).prefix {
                bytes += $0.byteCount
                return bytes <= 4 * most
            }
            text = characters.reduce("", +)
        }
        return text.utf8.allSatisfy { $0 == 0x20 } ? nil : text
    }

    /// Whether it is the address of a picture that an event may have.
    fileprivate var isPicture: Bool {
        byteCount <= 2048 && begins(with: "https://")
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
