import Texts

/// One sender's sums of worth and count, with the newest name and picture.
struct Leader: Hashable, Sendable {
    /// The newest name, cut.
    var name: Text
    /// The URL of the newest picture; kept only of the first senders.
    var avatar: Text?
    private(set) var worth: Int64 = 0
    private(set) var count: Int64 = 0
    /// The number of the change that set `worth`. Changes of all senders are numbered from 1.
    private(set) var worthSince: Int64 = 0
    /// The number of the change that set `count`.
    private(set) var countSince: Int64 = 0
    /// The number of the change that the newest gift made.
    private(set) var last: Int64 = 0
    /// True if the board does not show the sender: the name is blocked, or the sender is anonymous.
    var isHidden = false

    /// The maximum sum: the largest whole number that every JSON reader holds exactly.
    static let most: Int64 = (1 << 53) - 1

    init(name: Text) {
        self.name = Self.cut(name)
    }

    /// Returns a name as it is kept.
    static func cut(_ name: Text) -> Text {
        name.byteCount <= 60 ? name : name.beginning(characters: 60, bytes: 240)
    }

    func sum(by measure: LeadersConfiguration.Measure) -> Int64 {
        switch measure {
        case .value: worth
        case .count: count
        }
    }

    func since(by measure: LeadersConfiguration.Measure) -> Int64 {
        switch measure {
        case .value: worthSince
        case .count: countSince
        }
    }

    /// Adds a gift with its sender's name and picture.
    mutating func add(_ gift: Gift, change: Int64) {
        name = Self.cut(gift.sender.name)
        if let avatar = gift.sender.avatar { self.avatar = avatar }
        last = change
        set(
            worth: worth + min(gift.worth, Self.most - worth),
            count: count + min(Int64(gift.count), Self.most - count), change: change)
    }

    /// Subtracts a retracted gift; no sum falls below 0.
    mutating func subtract(_ gift: Gift, change: Int64) {
        set(
            worth: worth - min(gift.worth, worth), count: count - min(Int64(gift.count), count),
            change: change)
    }

    private mutating func set(worth: Int64, count: Int64, change: Int64) {
        if worth != self.worth { worthSince = change }
        if count != self.count { countSince = change }
        (self.worth, self.count) = (worth, count)
    }
}

extension Leader: Weighed {
    var byteEstimate: Int { 90 + name.byteCount + avatar.byteEstimate }
}

extension Leader {
    func save(_ key: Identity, to state: inout StateWriter) {
        switch key {
        case .id(let id):
            state.put("id", id)
            state.put("name", name)
        case .name(let own):
            state.put("name", own)
            state.put("called", name, unless: Self.cut(own))
        }
        state.put("avatar", avatar)
        state.put("worth", Int(worth))
        state.put("count", Int(count))
        state.put("last", Int(last))
        state.put("worthSince", Int(worthSince), unless: Int(last))
        state.put("countSince", Int(countSince), unless: Int(last))
    }

    /// Restores a sender; nil without a name.
    static func restored(_ state: StateReader) -> (key: Identity, leader: Leader)? {
        guard let name = state.text("name") else { return nil }
        let key = Identity(id: state.text("id"), name: name)
        var leader = Leader(name: state.text("called") ?? name)
        let sums = 0...Int(most)
        leader.avatar = state.text("avatar")
        leader.worth = Int64(state.whole("worth", in: sums, or: 0))
        leader.count = Int64(state.whole("count", in: sums, or: 0))
        leader.last = Int64(state.whole("last", in: sums, or: 0))
        leader.worthSince = Int64(state.whole("worthSince", in: sums, or: Int(leader.last)))
        leader.countSince = Int64(state.whole("countSince", in: sums, or: Int(leader.last)))
        return (key, leader)
    }
}
