/// What was worked out of a room's history.
///
/// Where it keeps much, old stretches are joined to longer ones: those who give in one mostly give in
/// the next as well.
struct TotalsBook: Sendable {
    /// No more shares are kept than this.
    let mostShares: Int
    /// The oldest event there was.
    var oldest: Stretch.Mark?
    /// The newest one that was read.
    private(set) var newest: Stretch.Mark?
    private var stretches: [Int64: Stretch] = [:]
    /// How much it keeps.
    private(set) var shareCount = 0
    /// Stretches that begin within so many places are joined.
    private var length = Stretch.length

    init(mostShares: Int) { self.mostShares = mostShares }

    /// From so many shares on stretches are joined: rooms share the memory, and where a question's span
    /// begins within a stretch, that is read again.
    private var manyShares: Int { mostShares / 4 }

    /// The stretch with this index; nil where it is not known, or was joined to another.
    subscript(index: Int64) -> Stretch? { stretches[index] }

    /// Keeps a stretch, if there is room for it. Then older ones may be joined, but never those to come.
    mutating func keep(_ stretch: Stretch) {
        let index = Stretch.index(of: stretch.first.seq)
        let growth = stretch.shareCount - (stretches[index]?.shareCount ?? 0)
        newest = stretch.last
        guard shareCount + growth <= mostShares else { return }
        stretches[index] = stretch
        shareCount += growth
        if growth > 0, shareCount > manyShares { join(before: index) }
    }

    /// Forgets the stretches that begin before this event.
    mutating func drop(before seq: Int64) { drop { $0.first.seq < seq } }

    /// Forgets the stretches that begin with this event or after it.
    mutating func drop(from seq: Int64) { drop { $0.first.seq >= seq } }

    private mutating func drop(_ isDropped: (Stretch) -> Bool) {
        stretches = stretches.filter { !isDropped($0.value) }
        shareCount = stretches.values.reduce(0) { $0 + $1.shareCount }
    }

    /// Joins the stretches before the one with this index; where that makes too little room, the next
    /// time longer ones come of it.
    private mutating func join(before index: Int64) {
        let old = stretches.keys.filter { $0 < index }.sorted()
        guard var place = old.first, old.count > 1 else { return }
        for other in old.dropFirst() {
            if belongs(other, to: place) { join(other, to: place) } else { place = other }
        }
        if place != old[0], shareCount > manyShares * 3 / 4, length < .max / 2 { length *= 2 }
    }

    private func belongs(_ index: Int64, to place: Int64) -> Bool {
        guard let one = stretches[place], let later = stretches[index] else { return false }
        return one.next == index && one.first.seq / length == later.first.seq / length
    }

    private mutating func join(_ index: Int64, to place: Int64) {
        guard let later = stretches.removeValue(forKey: index),
            var joined = stretches.removeValue(forKey: place)
        else { return }
        shareCount -= joined.shareCount + later.shareCount
        joined.append(later)
        shareCount += joined.shareCount
        stretches[place] = joined
    }
}
