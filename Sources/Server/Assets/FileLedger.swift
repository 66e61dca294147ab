import Journal

/// In which order changes of files that servers share are taken: each once, after the one before it,
/// whichever way it came.
struct FileLedger {
    /// The number of the last that was taken; nil: what there is has to be read first.
    private(set) var number: Int64?
    /// Those that came before what they follow.
    private var early: [Int64: FileChange] = [:]
    private static let mostEarly = 4096
    /// Whether something was told that was not kept: it could be of a log that has been lost.
    private var isUnheard = false
    private var doubtCount = 0
    private var toldCount = 0

    /// Whether something has to be read.
    var isBehind: Bool { number == nil || isUnheard || !early.isEmpty }

    /// How far it has come, and what it knows.
    struct Place: Hashable, Sendable {
        let number: Int64?
        fileprivate let doubtCount: Int
        fileprivate let toldCount: Int
    }

    var place: Place { Place(number: number, doubtCount: doubtCount, toldCount: toldCount) }

    /// Whether what was read from this place on may be of a log that has been lost.
    func doubts(_ place: Place) -> Bool { place.doubtCount != doubtCount }

    /// Notes a change; returns what is to be done now.
    mutating func note(_ change: FileChange) -> [FileChange.Kind] {
        toldCount += 1
        guard let number else {
            isUnheard = true
            return []
        }
        guard change.number > number else { return [] }
        early[change.number] = change
        if early.count > Self.mostEarly { doubt() }
        return takeNext()
    }

    /// All there is has been read, as of this change; returns what is to be done after it. Nil if more
    /// has been taken by now than was read.
    mutating func begin(at number: Int64) -> [FileChange.Kind]? {
        guard number >= self.number ?? 0 else { return nil }
        if self.number != nil { isUnheard = false }
        self.number = number
        early = early.filter { $0.key > number }
        return takeNext()
    }

    /// Since this place there is nothing new.
    mutating func end(at place: Place) {
        guard place == self.place else { return }
        (early, isUnheard) = ([:], false)
    }

    /// All has to be read anew: what was taken may be lost.
    mutating func doubt() {
        number = nil
        early = [:]
        doubtCount += 1
    }

    private mutating func takeNext() -> [FileChange.Kind] {
        var due: [FileChange.Kind] = []
        while let last = number, let next = early.removeValue(forKey: last + 1) {
            due.append(next.kind)
            number = next.number
        }
        return due
    }
}
