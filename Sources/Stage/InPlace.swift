/// Looking at elements where they lie. A loop over an array copies each of them, and counts each of their
/// texts up and down, which is much for what is looked at in every frame.
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
}
