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
    /// The platforms whose deliveries wait for somebody's word, separated by commas.
    public var hold: Text = ""

    public init() {}

    /// As what it is shown.
    public enum Shown: String, Hashable, Sendable, CaseIterable {
        case nothing
        case caption
        /// As a call of the sender's.
        case call
    }

    /// Whether what a platform tells of waits for somebody's word.
    public func holds(_ kind: Text) -> Bool { Self.kinds(in: hold).contains(kind) }

    /// The platforms of such a list.
    public static func kinds(in list: Text) -> [Text] {
        list.elements(separatedBy: UInt8(ascii: ",")).map { part in
            let space = UInt8(ascii: " ")
            return Text(
                decoding: part.utf8.drop { $0 == space }.reversed().drop { $0 == space }.reversed())
        }.filter { !$0.isEmpty }
    }

    /// Whether these are three capital letters, as ISO 4217 has a currency's.
    public static func isCurrency(_ letters: Text) -> Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return letters.byteCount == 3 && letters.consists(of: capitals.contains)
    }
}
