import HashTreeCollections
import Texts

/// The sums of all senders, in the order of the board.
///
/// Copies share their parts. A change takes time that grows with the logarithm of the number of senders.
struct LeaderSums: Sendable {
    /// The settings that decide about the order and about who is shown.
    struct Criteria: Hashable {
        var by = LeadersConfiguration.Measure.value
        var showsAnonymous = false
        private var blocklist = Blocklist("")
        private var entries: BlockEntries?

        init() {}

        init(_ context: RoomContext) {
            let configuration = context.configuration
            by = configuration.leaders.by
            showsAnonymous = configuration.leaders.anonymous
            blocklist = configuration.sources.blocklist
            entries = context.blockEntries
        }

        /// Returns true if the board does not show the sender with this key and name.
        func hides(_ key: Identity, named name: Text) -> Bool {
            if key == LeaderSums.anonymous, !showsAnonymous { return true }
            let id: Text? = if case .id(let id) = key { id } else { nil }
            return blocklist.blocks(name)
                || entries?.blocks(leaderID: id, name: name) ?? false
        }
    }

    /// The place of a sender in an order: larger sums come first, of equal sums the one with the lower number.
    private struct Rank: Comparable {
        let sum: Int64
        let number: Int64
        let key: Identity

        static func < (left: Rank, right: Rank) -> Bool {
            if left.sum != right.sum { return left.sum > right.sum }
            if left.number != right.number { return left.number < right.number }
            return left.key < right.key
        }
    }

    /// The maximum number of senders.
    static let limit = 10_000
    /// The number of first senders whose pictures are kept.
    static let avatarLimit = 50

    private var leaders: TreeDictionary<Identity, Leader> = [:]
    /// The visible and the hidden senders, the largest sum first.
    private var shown = SortedGroups<Rank>()
    private var hidden = SortedGroups<Rank>()
    /// All senders; a new sender replaces the first.
    private var weakest = SortedGroups<Rank>()
    /// The number of changes so far.
    private var changes: Int64 = 0
    private(set) var criteria = Criteria()
    private(set) var byteEstimate = 0

    init() {}

    var isEmpty: Bool { leaders.isEmpty }

    /// The sender with this key; nil if its sums are not kept.
    subscript(key: Identity) -> Leader? { leaders[key] }

    func sum(of leader: Leader) -> Int64 { leader.sum(by: criteria.by) }

    /// Returns the first `count` visible senders with sums above 0.
    func first(_ count: Int) -> [(key: Identity, leader: Leader)] {
        shown.prefix(count).prefix { $0.sum > 0 }.map { ($0.key, leaders[$0.key]!) }
    }

    // MARK: Changes

    mutating func add(_ gift: Gift) {
        let key = Self.key(of: gift.sender)
        changes += 1
        if let before = leaders[key] {
            var leader = before
            leader.add(gift, change: changes)
            replace(before, with: leader, at: key)
        } else {
            var leader = Leader(name: gift.sender.name)
            leader.add(gift, change: changes)
            guard makeSpace(for: leader) else { return }
            insert(leader, at: key)
        }
        dropAvatars(of: key)
    }

    /// Subtracts a retracted gift from its sender's sums.
    mutating func subtract(_ gift: Gift) {
        let key = Self.key(of: gift.sender)
        guard let before = leaders[key] else { return }
        changes += 1
        var leader = before
        leader.subtract(gift, change: changes)
        replace(before, with: leader, at: key)
        dropAvatars(of: key)
    }

    /// Forgets all sums.
    mutating func reset() {
        let (changes, criteria) = (changes, criteria)
        self = LeaderSums()
        (self.changes, self.criteria) = (changes, criteria)
    }

    /// Follows changed settings.
    mutating func follow(_ criteria: Criteria) {
        guard criteria != self.criteria else { return }
        self.criteria = criteria
        arrange()
    }

    /// Removes the weakest sender if there are too many. Returns false if the new sender has no larger sum.
    private mutating func makeSpace(for leader: Leader) -> Bool {
        guard leaders.count >= Self.limit, let weakest = weakest.first?.key,
            let before = leaders[weakest]
        else { return true }
        guard sum(of: leader) > sum(of: before) else { return false }
        leaders[weakest] = nil
        unrank(before, at: weakest)
        return true
    }

    private mutating func insert(_ leader: Leader, at key: Identity) {
        var leader = leader
        leader.isHidden = isHidden(leader, at: key)
        leaders[key] = leader
        byteEstimate += key.byteCount + leader.byteEstimate
        if leader.isHidden {
            hidden.insert(rank(leader, key))
        } else {
            shown.insert(rank(leader, key))
        }
        weakest.insert(weakness(leader, key))
    }

    private mutating func replace(_ before: Leader, with leader: Leader, at key: Identity) {
        unrank(before, at: key)
        insert(leader, at: key)
    }

    private mutating func unrank(_ leader: Leader, at key: Identity) {
        byteEstimate -= key.byteCount + leader.byteEstimate
        if leader.isHidden {
            hidden.remove(rank(leader, key))
        } else {
            shown.remove(rank(leader, key))
        }
        weakest.remove(weakness(leader, key))
    }

    private func rank(_ leader: Leader, _ key: Identity) -> Rank {
        Rank(sum: sum(of: leader), number: leader.since(by: criteria.by), key: key)
    }

    private func weakness(_ leader: Leader, _ key: Identity) -> Rank {
        Rank(sum: -sum(of: leader), number: leader.last, key: key)
    }

    // MARK: Pictures

    /// Keeps the pictures of the first senders only, after a change of the sender `key`.
    private mutating func dropAvatars(of key: Identity) {
        guard leaders.count > Self.avatarLimit, let leader = leaders[key] else { return }
        // At most one other sender has left the first ones.
        let next = firstRanks(Self.avatarLimit + 1)[Self.avatarLimit]
        dropAvatar(at: next.key)
        if next < rank(leader, key) { dropAvatar(at: key) }
    }

    /// Returns the first ranks of all senders, shown or not.
    private func firstRanks(_ count: Int) -> [Rank] {
        if hidden.isEmpty { return shown.prefix(count) }
        return Array((shown.prefix(count) + hidden.prefix(count)).sorted().prefix(count))
    }

    private mutating func dropAvatar(at key: Identity) {
        guard let leader = leaders[key], leader.avatar != nil else { return }
        leaders[key]!.avatar = nil
        byteEstimate -= leader.avatar.byteEstimate
    }

    // MARK: Order

    /// Orders all senders by the settings.
    private mutating func arrange() {
        byteEstimate = 0
        var (shown, hidden, weakest): ([Rank], [Rank], [Rank]) = ([], [], [])
        for (key, before) in leaders {
            var leader = before
            leader.isHidden = isHidden(leader, at: key)
            if leader.isHidden != before.isHidden { leaders[key] = leader }
            byteEstimate += key.byteCount + leader.byteEstimate
            if leader.isHidden {
                hidden.append(rank(leader, key))
            } else {
                shown.append(rank(leader, key))
            }
            weakest.append(weakness(leader, key))
        }
        self.shown = SortedGroups(sorted: shown.sorted())
        self.hidden = SortedGroups(sorted: hidden.sorted())
        self.weakest = SortedGroups(sorted: weakest.sorted())
        let first = Set(firstRanks(Self.avatarLimit).map(\.key))
        for (key, leader) in leaders where leader.avatar != nil && !first.contains(key) {
            dropAvatar(at: key)
        }
    }

    private func isHidden(_ leader: Leader, at key: Identity) -> Bool {
        criteria.hides(key, named: leader.name)
    }

    // MARK: Senders

    /// The key of all anonymous senders. A sender that an event leaves out has this name.
    static let anonymous = Identity.name("anonymous")

    private static let masked = TextPattern(":?")

    /// Returns the key of a sender's sums; sources give anonymous senders IDs with `:?`.
    static func key(of sender: Person) -> Identity {
        if let id = sender.id, masked.isIn(id) { return anonymous }
        return sender.identity
    }
}

extension LeaderSums: Hashable {
    static func == (left: LeaderSums, right: LeaderSums) -> Bool {
        left.changes == right.changes && left.criteria == right.criteria
            && left.leaders == right.leaders
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(changes)
        hasher.combine(leaders)
    }
}

// MARK: State

extension LeaderSums {
    func save(to state: inout StateWriter) {
        state.put("changes", Int(changes))
        state.put(
            "senders", parts: weakest.lazy.map { Sender(key: $0.key, leader: leaders[$0.key]!) })
    }

    /// Restores the sums. `criteria` has the settings of the restored room.
    init(_ state: StateReader, criteria: Criteria) {
        self.criteria = criteria
        changes = Int64(state.whole("changes", in: 0...Int(Leader.most), or: 0))
        let senders: [Sender] = state.parts("senders")
        // The weakest sender comes first.
        for sender in senders.suffix(Self.limit) { leaders[sender.key] = sender.leader }
        arrange()
    }

    private struct Sender: Restorable {
        let key: Identity
        let leader: Leader

        init(key: Identity, leader: Leader) {
            self.key = key
            self.leader = leader
        }

        func save(to state: inout StateWriter) { leader.save(key, to: &state) }

        init?(_ state: StateReader) {
            guard let (key, leader) = Leader.restored(state) else { return nil }
            (self.key, self.leader) = (key, leader)
        }
    }
}
