import Texts

/// What a viewer sent: a sender, a present, and how many of it.
public struct Gift: Hashable, Sendable {
    public let sender: Person
    public let present: Present
    /// 1 or more.
    public let count: Int

    public init(sender: Person, present: Present, count: Int) {
        self.sender = sender
        self.present = present
        self.count = count
    }
}

extension Gift: Weighed {
    var byteEstimate: Int { 40 + sender.byteEstimate + present.byteEstimate }
}
