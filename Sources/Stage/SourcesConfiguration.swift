public import Texts

/// What becomes of what happens on platforms.
///
/// The room itself knows no platform: this says which events of its own are made.
public struct SourcesConfiguration: Hashable, Sendable {
    /// The room's own currency (ISO 4217): donations in it have a value, others have none.
    public var currency: Text = "USD"
    /// Whether donations in that currency are added to the counter `donations`.
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
    /// What somebody wrote with a gift or a donation.
    public var message = Shown.nothing
    /// `{message}` stands for what was written.
    public var messageText: Text = "{sender}: {message}"
    /// The slot in which captions of platforms are shown.
    public var slot: Text = "sources"
    /// What nothing that is shown may have, separated by commas.
    public var blocked: Text {
        get { blocklist.words }
        set { if newValue != blocklist.words { blocklist = Blocklist(newValue) } }
    }
    var blocklist = Blocklist("")

    public init() {}

    /// As what it is shown.
    public enum Shown: String, Hashable, Sendable, CaseIterable {
        case nothing
        case caption
        /// As a call of the sender's.
        case call
    }

    /// Whether these are three capital letters, as ISO 4217 has a currency's.
    public static func isCurrency(_ letters: Text) -> Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return letters.byteCount == 3 && letters.consists(of: capitals.contains)
    }
}
