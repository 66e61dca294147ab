/// The cached gift totals of one room's history, as a list of stretches (runs of consecutive events).
///
/// If the cache grows, old stretches are joined. Most senders of a stretch also occur in the next one, so a
/// joined stretch has fewer entries.
struct TotalsBook: Sendable {
    /// The largest number of entries.
    let mostShares: Int
    /// The oldest event of the history.
    var oldest: Stretch.Mark?
    /// The newest event that was read.
    private(set) var newest: Stretch.Mark?
    private var stretches: [Int64: Stretch] = [:]
    /// The number of entries in all stretches.
    private(set) var shareCount = 0
    /// Stretches that begin within the same section of this many places are joined.
    private var length = Stretch.length

    init(mostShares: Int) { self.mostShares = mostShares }

    /// The number of entries above which stretches are joined. Joined stretches save memory, but cost time:
    /// if a question begins within a stretch, the whole stretch is read again.
    private var manyShares: Int { mostShares / 4 }

    /// The stretch with this number; nil if it is not cached, or was joined to another stretch.
    subscript(index: Int64) -> Stretch? { stretches[index] }

    /// Caches a stretch, if there is space for it. Then it may join the stretches before it.
    mutating func keep(_ stretch: Stretch) {
        let index = Stretch.index(of: stretch.first.seq)
        let growth = stretch.shareCount - (stretches[index]?.shareCount ?? 0)
        newest = stretch.last
        guard shareCount + growth <= mostShares else { return }
        stretches[index] = stretch
        shareCount += growth
        if growth > 0, shareCount > manyShares { join(before: index) }
    }

    /// Removes the stretches that begin before this event.
    mutating func drop(before seq: Int64) { drop { $0.first.seq < seq } }

    /// Removes the stretches that begin at this event or after it.
    mutating func drop(from seq: Int64) { drop { $0.first.seq >= seq } }

    private mutating func drop(_ isDropped: (Stretch) -> Bool) {
        stretches = stretches.filter { !isDropped($0.value) }
        shareCount = stretches.values.reduce(0) { $0 + $1.shareCount }
    }

    /// Joins the stretches before the one with this number. If that saves too little, the next call makes
    /// longer stretches.
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
