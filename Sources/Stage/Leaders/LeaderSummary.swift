public import Texts

/// One sender with the sums of the gifts, in the overview of a room.
public struct LeaderSummary: Hashable, Sendable {
    /// `id:` and the sender's ID, or `name:` and the name.
    public let key: Text
    public let name: Text
    /// The URL of a picture.
    public let avatar: Text?
    /// The place among the shown senders, from 1.
    public let place: Int
    /// The worth of all gifts.
    public let worth: Int64
    /// The number of all gifts.
    public let count: Int64

    init(_ key: Identity, _ leader: Leader, place: Int) {
        self.key = key.word
        name = leader.name
        avatar = leader.avatar
        self.place = place
        worth = leader.worth
        count = leader.count
    }
}
