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

    /// The name of a sender without a name.
    static let anonymous: Text = "anonymous"

    private static func isStandIn(_ word: Text?) -> Bool {
        word.map { standIns.contains($0.asciiLowercased) } ?? false
    }

    /// The accounts that anonymous givers share: Twitch's, by login and by ID.
    private static let standIns: Set<Text> = [
        "ananonymousgifter", "274598607", "ananonymouscheerer", "407665396",
    ]
}
