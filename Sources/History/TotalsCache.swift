import LiveRooms

/// The cache of one room's gift totals, as a list of segments (runs of consecutive events).
///
/// If the cache grows, old segments are joined. Most senders of a segment also occur in the next one, so a
/// joined segment has fewer entries.
struct TotalsCache: Sendable {
    /// The largest number of entries.
    let mostShares: Int
    /// The oldest event of the history.
    var oldest: TotalsSegment.Mark?
    /// The newest event that was read.
    private(set) var newest: TotalsSegment.Mark?
    private var segments: [Int64: TotalsSegment] = [:]
    /// The number of entries in all segments.
    private(set) var shareCount = 0
    /// Segments that begin within the same section of this many places are joined.
    private var length = TotalsSegment.length

    init(mostShares: Int) { self.mostShares = mostShares }

    /// The number of entries above which segments are joined. Joined segments save memory, but cost time:
    /// if a question begins within a segment, the whole segment is read again.
    private var manyShares: Int { mostShares / 4 }

    /// The segment with this number; nil if it is not cached, or was joined to another segment.
    subscript(index: Int64) -> TotalsSegment? { segments[index] }

    /// Caches a segment, if there is space for it. Then it may join the segments before it.
    mutating func keep(_ segment: TotalsSegment) {
        let index = TotalsSegment.index(of: segment.first.seq)
        let growth = segment.shareCount - (segments[index]?.shareCount ?? 0)
        newest = segment.last
        guard shareCount + growth <= mostShares else { return }
        segments[index] = segment
        shareCount += growth
        if growth > 0, shareCount > manyShares { join(before: index) }
    }

    /// Removes the segments that begin before this event.
    mutating func drop(before seq: Int64) { drop { $0.first.seq < seq } }

    /// Removes the segments that begin at this event or after it.
    mutating func drop(from seq: Int64) { drop { $0.first.seq >= seq } }

    private mutating func drop(_ isDropped: (TotalsSegment) -> Bool) {
        segments = segments.filter { !isDropped($0.value) }
        shareCount = segments.values.reduce(0) { $0 + $1.shareCount }
    }

    /// Joins the segments before the one with this number. If that saves too little, the next call makes
    /// longer segments.
    private mutating func join(before index: Int64) {
        let old = segments.keys.filter { $0 < index }.sorted()
        guard var place = old.first, old.count > 1 else { return }
        for other in old.dropFirst() {
            if belongs(other, to: place) { join(other, to: place) } else { place = other }
        }
        if place != old[0], shareCount > manyShares * 3 / 4, length < .max / 2 { length *= 2 }
    }

    private func belongs(_ index: Int64, to place: Int64) -> Bool {
        guard let one = segments[place], let later = segments[index] else { return false }
        return one.next == index && one.first.seq / length == later.first.seq / length
    }

    private mutating func join(_ index: Int64, to place: Int64) {
        guard let later = segments.removeValue(forKey: index),
            var joined = segments.removeValue(forKey: place)
        else { return }
        shareCount -= joined.shareCount + later.shareCount
        joined.append(later)
        shareCount += joined.shareCount
        segments[place] = joined
    }
}
