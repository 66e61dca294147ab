/// The reason why a room's clock may run without viewers. The journal does not have it.
package struct Beginning: Equatable {
    /// True after the first frame to a viewer that counts, since the server's start.
    package var wasServed = false
    /// True if the `start` command asked for it.
    package var isAsked = false

    package init(wasServed: Bool = false, isAsked: Bool = false) {
        self.wasServed = wasServed
        self.isAsked = isAsked
    }
}
