public import Texts

/// The settings for events from platforms, such as their form on the stage, the currency that counts, and blocked
/// words.
///
/// The room itself knows no platform; these settings determine which events are made for it.
public struct SourcesConfiguration: Hashable, Sendable {
    /// The room's currency (ISO 4217): donations in it have a value, other donations have none.
    public var currency: Text = "USD"
    /// True if donations in that currency are added to the counter `donations`.
    public var counter = false
    public var follow = Shown.caption
    /// `{sender}` stands for the sender's name.
    public var followText: Text = "{sender} follows"
    public var raid = Shown.caption
    /// `{count}` stands for the number of viewers.
    public var raidText: Text = "{sender} raided with {count}"
    public var redemption = Shown.caption
    /// `{reward}` stands for the reward's title.
    public var redemptionText: Text = "{sender} redeemed {reward}"
    /// The way to show a message that accompanies a gift or a donation.
    public var message = Shown.nothing
    /// `{message}` stands for what was written.
    public var messageText: Text = "{sender}: {message}"
    /// The slot of captions from platforms.
    public var slot: Text = "sources"
    /// The blocked words, separated by commas.
    public var blocked: Text {
        get { blocklist.words }
        set { if newValue != blocklist.words { blocklist = Blocklist(newValue) } }
    }
    var blocklist = Blocklist("")
    /// The platforms whose events wait for a moderator's approval, separated by commas.
    public var hold: Text = ""

    public init() {}

    /// The form in which an event from a platform is shown.
    public enum Shown: String, Hashable, Sendable, CaseIterable {
        case nothing
        case caption
        /// A call from the sender.
        case call
    }

    /// Returns true if this platform's events wait for a moderator's approval.
    public func holds(_ kind: Text) -> Bool { Self.kinds(in: hold).contains(kind) }

    /// Returns the platforms of a list separated by commas.
    public static func kinds(in list: Text) -> [Text] {
        list.elements(separatedBy: UInt8(ascii: ",")).map { part in
            let space = UInt8(ascii: " ")
            return Text(
                decoding: part.utf8.drop { $0 == space }.reversed().drop { $0 == space }.reversed())
        }.filter { !$0.isEmpty }
    }

    /// Returns true for three capital letters, the form of a currency in ISO 4217.
    public static func isCurrency(_ letters: Text) -> Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return letters.byteCount == 3 && letters.consists(of: capitals.contains)
    }
}
