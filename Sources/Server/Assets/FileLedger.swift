import Journal

/// In which order changes of files that servers share are taken: each once, after the one before it,
/// whichever way it came.
struct FileLedger {
    /// The number of the last that was taken; nil: what there is has to be read first.
    private(set) var number: Int64?
    /// Those that came before what they follow.
    private var early: [Int64: FileChange] = [:]
    private static let mostEarly = 4096

    /// Whether something has to be read.
    var isBehind: Bool { number == nil || !early.isEmpty }

    /// Takes one; returns what is to be done now.
    mutating func take(_ change: FileChange) -> [FileChange.Kind] {
        guard change.number > number ?? 0 else { return [] }
        early[change.number] = change
        if early.count > Self.mostEarly { doubt() }
        return takeNext()
    }

    /// All there is has been read, as of this change; returns what is to be done after it. Nil if more
    /// has been taken by now than was read.
    mutating func begin(at number: Int64) -> [FileChange.Kind]? {
        guard number >= self.number ?? 0 else { return nil }
        self.number = number
        early = early.filter { $0.key > number }
        return takeNext()
    }

    /// All has to be read anew: what was taken may be lost.
    mutating func doubt() {
        number = nil
        early = [:]
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
