import Texts
import Timeline

/// A sender's row on the board, with its place and the motion of its place, its number and its opacity.
struct LeaderRow: Hashable, Sendable {
    let key: Identity
    private let nodeID: Text
    private let seed: Int
    private var name: Text
    private var avatar: Text?
    /// From 1.
    private(set) var place: Int
    private var born: Instant
    private var rose: Instant?
    /// The shown place over time, counted from 0.
    private var way: Segment
    /// The shown sum over time.
    private var value: Segment
    private var alpha: Segment
    /// The instant at which a leaving row is gone; nil: the row stands.
    private(set) var due: Instant?

    /// A new row, which fades in at its place.
    init(
        _ key: Identity, _ leader: Leader, sum: Int64, place: Int, at instant: Instant,
        _ configuration: LeadersConfiguration
    ) {
        self.init(key, name: leader.name, place: place, born: instant)
        avatar = leader.avatar
        value = Segment(resting: Double(sum))
        alpha = Segment(
            from: 0, to: 1, start: instant, duration: configuration.move, easing: .easeInOut)
    }

    private init(_ key: Identity, name: Text, place: Int, born: Instant) {
        self.key = key
        nodeID = "leader/\(key.word)"
        seed = Self.seed(of: key.word)
        self.name = name
        self.place = place
        self.born = born
        way = Segment(resting: Double(place - 1))
        value = Segment(resting: 0)
        alpha = Segment(resting: 1)
    }

    var stands: Bool { due == nil }

    /// FNV-1a of 32 bits, modulo 65,536.
    private static func seed(of word: Text) -> Int {
        let hash = word.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int(hash % 65_536)
    }

    // MARK: Changes

    /// Shows the sender's newest name, picture and sum.
    mutating func update(
        _ leader: Leader?, sum: Int64, at instant: Instant, _ configuration: LeadersConfiguration
    ) {
        if let leader, !leader.isHidden { (name, avatar) = (leader.name, leader.avatar) }
        guard Double(sum) != value.to else { return }
        value = value.redirected(
            to: Double(sum), at: instant, duration: configuration.ease, easing: .easeOut)
    }

    /// Gives the row a place. A leaving row comes back.
    mutating func stand(
        at place: Int, _ instant: Instant, _ configuration: LeadersConfiguration
    ) {
        let isBack = !stands
        if isBack {
            born = instant
            due = nil
            alpha = alpha.redirected(
                to: 1, at: instant, duration: configuration.move, easing: .easeInOut)
        }
        guard isBack || place != self.place else { return }
        if place < self.place { rose = instant }
        self.place = place
        way = way.redirected(
            to: Double(place - 1), at: instant, duration: configuration.move, easing: .easeInOut)
    }

    /// Makes the row stop and fade out.
    mutating func leave(at instant: Instant, _ configuration: LeadersConfiguration) {
        way = Segment(resting: way.value(at: instant))
        alpha = alpha.redirected(
            to: 0, at: instant, duration: configuration.move, easing: .easeInOut)
        due = instant + configuration.move
    }

    // MARK: Drawing

    func isMoving(at instant: Instant) -> Bool {
        instant < way.end || instant < value.end || instant < alpha.end
    }

    func node(at instant: Instant, _ configuration: LeadersConfiguration) -> Node {
        configuration.node(
            nodeID, place: way.value(at: instant) + (configuration.title.isEmpty ? 0 : 1),
            alpha: alpha.value(at: instant),
            LeaderContent(
                row: .init(
                    place: place, name: name, avatar: avatar,
                    value: Hundredths(value.value(at: instant)), born: born, rose: rose,
                    seed: seed)))
    }
}

extension LeadersConfiguration {
    /// Returns a node of the board at a place counted from 0, the title's if there is one.
    func node(_ id: Text, place: Double, alpha: Double, _ content: LeaderContent) -> Node {
        Node(
            id: id, x: x, y: y + place * (rowHeight + gap), width: width, height: rowHeight,
            alpha: alpha, content: .leader(content))
    }
}

extension LeaderRow: Weighed {
    var byteEstimate: Int { 400 + 2 * key.byteCount + name.byteCount + avatar.byteEstimate }
}

extension LeaderRow: Restorable {
    func save(to state: inout StateWriter) {
        switch key {
        case .id(let id): state.put("id", id)
        case .name(let own): state.put("own", own)
        }
        state.put("name", name)
        state.put("avatar", avatar)
        state.put("place", place)
        state.put("born", born)
        state.put("rose", rose)
        state.put("way", way, unless: Segment(resting: Double(place - 1)))
        state.put("value", value)
        state.put("alpha", alpha, unless: Segment(resting: 1))
        state.put("due", due)
    }

    init?(_ state: StateReader) {
        guard let name = state.text("name") else { return nil }
        let key = Identity(id: state.text("id"), name: state.text("own") ?? name)
        self.init(
            key, name: name, place: state.whole("place", in: 1...Self.mostPlaces, or: 1),
            born: state.past("born"))
        avatar = state.text("avatar")
        rose = state.instant("rose")
        if let way = state.segment("way", in: 0...Double(Self.mostPlaces)) { self.way = way }
        if let value = state.segment("value", in: 0...Double(Leader.most)) { self.value = value }
        if let alpha = state.segment("alpha") { self.alpha = alpha }
        due = state.future("due")
    }

    private static let mostPlaces = 100
}
