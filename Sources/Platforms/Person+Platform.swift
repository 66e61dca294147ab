import Stage
import Texts

/// Creates the sender of a platform event from the platform's ID, name and picture, also for anonymous senders.
extension Person {
    /// Creates a person on a platform, identified by the platform's ID, never by the name.
    ///
    /// An anonymous or masked sender is a different person each time, identified by the message. So
    /// is the account that a platform lets all anonymous givers share.
    init(of kind: Text, id: Text?, name: Text?, avatar: Text? = nil, message: Text?) {
        let isStandIn = Self.isStandIn(id) || Self.isStandIn(name)
        let own =
            (isStandIn ? nil : id).map { "\(kind):\($0)" as Text }
            ?? message.map { "\(kind):?\($0)" as Text }
        self.init(
            id: own?.asID(limit: 200),
            name: (isStandIn ? nil : name)?.fitted(to: 200) ?? Self.anonymous,
            avatar: isStandIn ? nil : avatar.flatMap { $0.isPicture ? $0 : nil })
    }

    /// Creates a person on a platform that gives names without IDs. The name then identifies the person, so that the
    /// sums of the leaders add up; a person without a name is anonymous.
    init(of kind: Text, named name: Text?, avatar: Text? = nil, message: Text?) {
        let isAnonymous = name.map { Self.anonymousNames.contains($0.asciiLowercased) } ?? true
        let person = Person(
            of: kind, id: nil, name: isAnonymous ? nil : name, avatar: avatar, message: message)
        self.init(
            id: person.name == Self.anonymous ? person.id : nil, name: person.name,
            avatar: person.avatar)
    }

    /// The name of a sender without a name.
    static let anonymous: Text = "anonymous"

    /// Names that platforms give to all anonymous givers.
    private static let anonymousNames: Set<Text> = [anonymous, "somebody", "ko-fi supporter"]

    private static func isStandIn(_ word: Text?) -> Bool {
        word.map { standIns.contains($0.asciiLowercased) } ?? false
    }

    /// The accounts that anonymous givers share: Twitch's, by login and by ID.
    private static let standIns: Set<Text> = [
        "ananonymousgifter", "274598607", "ananonymouscheerer", "407665396",
    ]
}
