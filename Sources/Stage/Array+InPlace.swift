import Timeline

/// Loops over an array without copying its elements. A plain loop copies each element and counts the references to its
/// texts, which is expensive for arrays that every frame reads.
extension Array {
    @inline(__always)
    func forEachInPlace(_ body: (borrowing Element) -> Void) {
        let elements = span
        for index in elements.indices { body(elements[index]) }
    }

    @inline(__always)
    func containsInPlace(_ isWanted: (borrowing Element) -> Bool) -> Bool {
        let elements = span
        for index in elements.indices where isWanted(elements[index]) { return true }
        return false
    }

    /// Returns the earliest of the elements' instants; nil: no element has one.
    @inline(__always)
    func earliestInPlace(_ instant: (borrowing Element) -> Instant?) -> Instant? {
        var earliest: Instant?
        forEachInPlace { element in
            guard let due = instant(element), earliest.map({ due < $0 }) ?? true else { return }
            earliest = due
        }
        return earliest
    }
}
